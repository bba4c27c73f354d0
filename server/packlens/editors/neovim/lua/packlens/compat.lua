--- Everything that differs between Neovim 0.7 and today. The other files know no version.
---
--- 0.7 starts clients with `vim.lsp.start_client`, 0.8 to 0.10 with `vim.lsp.start`, 0.11 with `vim.lsp.config` and
--- `vim.lsp.enable`. From 0.11 on a client's functions are methods; from 0.12 on Neovim keeps lenses fresh itself.

local M = {}

local METHODS = vim.fn.has('nvim-0.11') == 1

M.uv = vim.uv or vim.loop

--- Initialized clients: those of a buffer, or all.
---@param bufnr? integer
---@return table[]
function M.clients(bufnr)
  if vim.lsp.get_clients then
    return vim.lsp.get_clients({ bufnr = bufnr })
  end
  return bufnr and vim.tbl_values(vim.lsp.buf_get_clients(bufnr)) or vim.lsp.get_active_clients()
end

---@param client table
---@param name string
local function method(client, name, ...)
  if METHODS then
    return client[name](client, ...)
  end
  return client[name](...)
end

---@param client table
---@param name string
---@param params table
---@param handler fun(err: table?, result: any)
---@param bufnr integer
---@return boolean sent
function M.request(client, name, params, handler, bufnr)
  return (method(client, 'request', name, params, handler, bufnr))
end

---@param client table
---@param force boolean
function M.stop(client, force)
  method(client, 'stop', force)
end

---@param client table
---@return integer[]
function M.buffers(client)
  return client.attached_buffers and vim.tbl_keys(client.attached_buffers)
    or vim.lsp.get_buffers_by_client_id(client.id)
end

--- The settings a client answers `workspace/configuration` with.
---@param client table
---@return table
function M.settings(client)
  return client.settings or client.config.settings or {}
end

---@param client table
---@param settings table
function M.set_settings(client, settings)
  client.config.settings = settings
  if client.settings then
    client.settings = settings
  end
  method(client, 'notify', 'workspace/didChangeConfiguration', { settings = settings })
end

--- Clients that 0.7 shares between buffers, by root.
---@type table<string, integer>
local started = {}

--- Start a client for a root, or attach the one there is. `config.root_dir` is a folder here.
---@param config table
---@param bufnr integer
function M.start(config, bufnr)
  if vim.lsp.start then
    -- Without `bufnr` in its options, 0.8 attaches the current buffer.
    vim.api.nvim_buf_call(bufnr, function()
      vim.lsp.start(config, { bufnr = bufnr })
    end)
    return
  end
  local id = started[config.root_dir]
  local client = id and vim.lsp.get_client_by_id(id)
  if not client or client.is_stopped() then
    local attached = config.on_attach
    id = vim.lsp.start_client(vim.tbl_extend('force', config, {
      on_attach = function(new, buffer)
        require('packlens.attach').attached(new, buffer)
        if attached then
          attached(new, buffer)
        end
      end,
    }))
    started[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

--- What `setup()` enabled, before 0.11.
---@type table?
local enabled

--- Start a client for every Python buffer from now on, and for those that are open.
---@param config table
function M.enable(config)
  if vim.lsp.config and vim.lsp.enable then
    vim.lsp.config('packlens', config)
    vim.lsp.enable('packlens')
    return
  end
  config.capabilities = vim.tbl_deep_extend('force', vim.lsp.protocol.make_client_capabilities(), config.capabilities)
  enabled = config
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('packlens.start', {}),
    pattern = config.filetypes,
    callback = function(event)
      M.launch(event.buf)
    end,
  })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.tbl_contains(config.filetypes, vim.bo[bufnr].filetype) then
      M.launch(bufnr)
    end
  end
end

--- The configuration in force; nothing where Packlens was not enabled.
---@return table?
function M.enabled()
  if vim.lsp.config and vim.lsp.enable then
    local on = not vim.lsp.is_enabled or vim.lsp.is_enabled('packlens')
    return on and vim.lsp.config.packlens or nil
  end
  return enabled
end

--- Start or attach the server for one buffer. False where the buffer has no root or Packlens is not enabled.
---@param bufnr integer
---@return boolean
function M.launch(bufnr)
  local config = M.enabled()
  if not config or vim.bo[bufnr].buftype ~= '' then
    return false
  end
  local root
  if type(config.root_dir) == 'function' then
    config.root_dir(bufnr, function(found)
      root = found
    end)
  else
    root = config.root_dir
  end
  if not root then
    return false
  end
  M.start(vim.tbl_extend('force', config, { name = 'packlens', root_dir = root }), bufnr)
  return true
end

--- Whether Neovim asks for lenses again by itself after edits.
M.lenses_are_kept = vim.lsp.codelens ~= nil and vim.lsp.codelens.enable ~= nil

--- The handler of `workspace/codeLens/refresh`; nothing where Neovim has its own.
---@return fun(err: table?, result: any, ctx: table)?
function M.lens_refresh_handler()
  if M.lenses_are_kept then
    return nil
  end
  return function(_, _, ctx)
    local client = vim.lsp.get_client_by_id(ctx.client_id)
    if client then
      for _, bufnr in ipairs(M.buffers(client)) do
        require('packlens.lens').show(client, bufnr)
      end
    end
    return vim.NIL
  end
end

--- Sections of a health report, by what happened.
---@return table<string, fun(text: string, advice?: string[])>
function M.health()
  local health = vim.health or require('health')
  local function named(name)
    return health[name] or health['report_' .. name]
  end
  return {
    start = named('start'),
    ok = named('ok'),
    info = named('info'),
    warn = named('warn'),
    error = named('error'),
  }
end

return M
