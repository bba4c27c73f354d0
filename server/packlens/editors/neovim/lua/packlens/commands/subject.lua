--- What a subcommand is asked about: the targets it was given, else the range, else the symbol around the cursor.

local client_of = require('packlens.client')

local M = {}

--- The client for targets that were named. They need no Python buffer where only one server runs.
---@param bufnr integer
---@param callback fun(client: table)
local function client_for_names(bufnr, callback)
  local clients = client_of.of_buffer_or_all(bufnr)
  if #clients == 1 then
    callback(clients[1])
  else
    client_of.with(bufnr, callback)
  end
end

---@param call packlens.Call
---@param callback fun(client: table, targets: string[])
function M.of(call, callback)
  if #call.args > 0 then
    client_for_names(call.bufnr, function(client)
      callback(client, call.args)
    end)
    return
  end
  client_of.with(call.bufnr, function(client)
    require('packlens.place').targets(client, call.bufnr, call.lines, function(targets)
      callback(client, targets)
    end)
  end)
end

return M
