--- `:Packlens callers [TARGET]`: who uses the symbol under the cursor, in the quickfix list.

---@type packlens.Subcommand
local M = { takes = 1 }

function M.run(call)
  local callers = require('packlens.callers')
  if #call.args > 0 or call.about then
    require('packlens.commands.subject').of(call, function(client, targets)
      callers.show(client, call.bufnr, { target = targets[1] })
    end)
    return
  end
  require('packlens.client').with(call.bufnr, function(client)
    callers.show(client, call.bufnr, require('packlens.place').position(client, call.bufnr))
  end)
end

return M
