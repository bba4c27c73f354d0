--- `:Packlens ask [WORDS]`: the pack of what a task or a question in words needs.

---@type packlens.Subcommand
local M = { takes = 9999 }

---@param call packlens.Call
---@param text? string
local function ask(call, text)
  if not text or vim.trim(text) == '' then
    return
  end
  local client_of = require('packlens.client')
  client_of.with_any(call.bufnr, function(client)
    local focus = client_of.focus(client, call.bufnr)
    require('packlens.pack').copy(client, call.bufnr, { query = text, focus = focus })
  end)
end

function M.run(call)
  if #call.args > 0 then
    ask(call, table.concat(call.args, ' '))
    return
  end
  vim.ui.input({ prompt = 'Copy context for: ' }, function(text)
    ask(call, text)
  end)
end

return M
