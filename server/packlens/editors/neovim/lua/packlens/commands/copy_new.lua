--- `:Packlens copy-new`: of the last pack that was copied, what is new or has changed since.

local say = require('packlens.say')

---@type packlens.Subcommand
local M = {}

function M.run(call)
  require('packlens.client').with_any(call.bufnr, function(client)
    local pack_of = require('packlens.pack')
    local last = pack_of.copied[client.config.root_dir]
    if not last then
      say.warn('nothing was copied yet; :Packlens copy, then :Packlens copy-new after an edit')
      return
    end
    pack_of.copy(client, call.bufnr, vim.tbl_extend('force', last.question, { since = last.text }))
  end)
end

return M
