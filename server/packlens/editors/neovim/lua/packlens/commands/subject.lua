--- What a subcommand is asked about: the targets it was given, else what the buffer that Packlens opened is about,
--- else the range, else the symbol around the cursor.

local client_of = require('packlens.client')
local say = require('packlens.say')

local M = {}

---@param call packlens.Call
---@param callback fun(client: table, targets: string[])
function M.of(call, callback)
  local about = call.about or {}
  local named = #call.args > 0 and call.args or about.targets
  if named then
    client_of.with_any(call.bufnr, function(client)
      callback(client, named)
    end)
  elseif about.why then
    say.error(about.why)
  elseif about.line and call.lines then
    say.error('one row of the list at a time; ask without a range')
  else
    client_of.with(call.bufnr, function(client)
      require('packlens.place').targets(client, call.bufnr, call.lines, about.line, function(targets)
        callback(client, targets)
      end)
    end)
  end
end

return M
