--- `:Packlens copy-file`: the pack of the whole file.

---@type packlens.Subcommand
local M = {}

function M.run(call)
  require('packlens.client').with(call.bufnr, function(client)
    require('packlens.pack').copy(client, call.bufnr, { uri = vim.uri_from_bufnr(call.bufnr) })
  end)
end

return M
