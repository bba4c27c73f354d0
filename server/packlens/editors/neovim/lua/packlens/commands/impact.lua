--- `:Packlens impact [TARGET ...|diff]`: what a change reaches, in the quickfix list.

local DIFF = 'diff'

---@type packlens.Subcommand
local M = { takes = 99 }

function M.run(call)
  local impact = require('packlens.impact')
  if #call.args == 1 and call.args[1] == DIFF then
    require('packlens.client').with_any(call.bufnr, function(client)
      impact.show(client, call.bufnr, { diff = 'HEAD' })
    end)
    return
  end
  require('packlens.commands.subject').of(call, function(client, targets)
    impact.show(client, call.bufnr, { targets = targets })
  end)
end

function M.complete(args)
  return #args == 0 and { DIFF } or {}
end

return M
