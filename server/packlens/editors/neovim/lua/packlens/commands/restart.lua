--- `:Packlens restart`: the server of this buffer anew, else every one. Where none runs, one is started.

local client_of = require('packlens.client')
local compat = require('packlens.compat')
local say = require('packlens.say')

--- How long a server may take to end by itself before it is made to, in steps of STEP_MS.
local END_MS, STEP_MS = 2000, 50

---@type packlens.Subcommand
local M = {}

---@param client table
---@param left integer
---@param callback fun()
local function when_gone(client, left, callback)
  if not vim.lsp.get_client_by_id(client.id) then
    callback()
    return
  end
  if left == 0 then
    compat.stop(client, true)
  end
  vim.defer_fn(function()
    when_gone(client, left - STEP_MS, callback)
  end, STEP_MS)
end

--- The configuration of a client, as it would be made now.
---@param client table
---@return table
local function config_now(client)
  local now = compat.enabled() or client.config
  return vim.tbl_extend('force', now, { name = client.name, root_dir = client.config.root_dir })
end

---@param client table
local function restart(client)
  local name, config, buffers = client_of.name(client), config_now(client), compat.buffers(client)
  local server = require('packlens.server')
  server.stopping[client.id] = true
  server.starting[config.root_dir] = true
  compat.stop(client, false)
  when_gone(client, END_MS, function()
    server.stopping[client.id] = nil
    for _, bufnr in ipairs(buffers) do
      if vim.api.nvim_buf_is_loaded(bufnr) then
        compat.start(config, bufnr)
      end
    end
    say.info(('server of %s restarted'):format(name))
  end)
end

function M.run(call)
  local clients = client_of.of_buffer_or_all(call.bufnr)
  for _, client in ipairs(clients) do
    restart(client)
  end
  if #clients == 0 then
    local root = require('packlens.root').of(call.bufnr)
    if root then
      require('packlens.server').ended[root] = nil
    end
    client_of.with(call.bufnr, function(client)
      say.info(('server of %s started'):format(client_of.name(client)))
    end)
  end
end

return M
