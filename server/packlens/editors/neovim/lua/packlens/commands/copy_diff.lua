--- `:Packlens copy-diff [REV|A..B|staged]`: the pack of what has changed, unsaved text included.

local STAGED = 'staged'

---@type packlens.Subcommand
local M = { takes = 1 }

function M.run(call)
  local asked = call.args[1] or 'HEAD'
  local question = asked == STAGED and { staged = true } or { diff = asked }
  require('packlens.client').with_any(call.bufnr, function(client)
    require('packlens.pack').copy(client, call.bufnr, question)
  end)
end

function M.complete(args)
  return #args == 0 and { STAGED, 'HEAD' } or {}
end

return M
