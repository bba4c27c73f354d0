--- `:Packlens reindex`: the graph of this buffer's workspace made anew, else that of every one.

local client_of = require('packlens.client')
local say = require('packlens.say')

---@type packlens.Subcommand
local M = {}

---@param client table
---@param bufnr integer
local function reindex(client, bufnr)
  client_of.execute(client, bufnr, 'packlens.server.reindex', {}, function(status)
    say.info(('%s indexed anew: %s'):format(client_of.name(client), say.count(status.files, 'file')))
  end)
end

function M.run(call)
  client_of.each(call.bufnr, function(client)
    reindex(client, call.bufnr)
  end)
end

return M
