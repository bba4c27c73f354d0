--- `:Packlens map [FOLDER]`: the files that matter most and their signatures, seen from this buffer.

local client_of = require('packlens.client')
local say = require('packlens.say')

---@type packlens.Subcommand
local M = { takes = 1 }

function M.run(call)
  client_of.with_any(call.bufnr, function(client)
    local argument = { focus = client_of.focus(client, call.bufnr) }
    argument.pathPrefix = call.args[1]
    argument.budget = require('packlens.budget').chosen
    client_of.execute(client, call.bufnr, 'packlens.server.map', argument, function(map)
      require('packlens.scratch').show({
        text = map.text,
        name = ('packlens://%s/map'):format(client_of.name(client)),
        filetype = 'text',
        bar = ('map of %s: %s of %s, %s/%s tokens'):format(
          client_of.name(client),
          say.number(map.shown),
          say.count(map.total, 'file'),
          say.number(map.tokens),
          say.number(map.budget)
        ),
        mods = call.mods,
        about = { bufnr = call.bufnr },
      })
    end)
  end)
end

return M
