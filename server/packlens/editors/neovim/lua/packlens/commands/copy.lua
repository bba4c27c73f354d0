--- `:[range]Packlens copy [TARGET ...]`: the pack into the registers. In the preview: what it shows.

---@type packlens.Subcommand
local M = { takes = 99 }

function M.run(call)
  local pack_of = require('packlens.pack')
  local preview = require('packlens.preview').of(call.here)
  if preview and #call.args == 0 then
    pack_of.keep(preview.pack, preview.question, preview.client_id, preview.bufnr)
    return
  end
  require('packlens.commands.subject').of(call, function(client, targets)
    pack_of.copy(client, call.bufnr, { targets = targets })
  end)
end

return M
