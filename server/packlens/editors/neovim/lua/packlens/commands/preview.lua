--- `:[range]Packlens preview [TARGET ...]`: the pack in the scratch buffer. In the preview itself: asks again.

---@type packlens.Subcommand
local M = { takes = 99 }

function M.run(call)
  local preview = require('packlens.preview')
  local shown = preview.of(call.here)
  if shown and #call.args == 0 then
    preview.again(shown, call.mods)
    return
  end
  require('packlens.commands.subject').of(call, function(client, targets)
    local question = { targets = targets }
    require('packlens.pack').ask(client, call.bufnr, question, function(pack)
      preview.open(pack, question, client.id, call.bufnr, call.mods)
    end)
  end)
end

return M
