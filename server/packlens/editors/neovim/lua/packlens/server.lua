--- How the server is started: one configuration for `vim.lsp.enable` and for `setup()`.

local options = require('packlens.options')

local M = {}

--- Roots whose server was started and has not answered `initialize` yet.
---@type table<string, boolean>
M.starting = {}

--- Clients whose server was asked to end, and who answer nothing any more.
---@type table<integer, boolean>
M.stopping = {}

---@type table<integer, string> by client
local roots = {}

--- How the last server of a root ended, when it was not asked to.
---@type table<string, string>
M.ended = {}

--- These files are installed together with a server; that one fits them best.
---@return string?
local function beside_these_files()
  local here = debug.getinfo(1, 'S').source:gsub('^@', ''):gsub('\\', '/')
  local packages = here:match('^(.*)/packlens/editors/neovim/lua/packlens/server%.lua$')
  if not packages then
    return nil
  end
  for _, place in ipairs({ '/../../../bin/packlens', '/../../Scripts/packlens.exe' }) do
    local path = vim.fn.simplify(packages .. place)
    if vim.fn.executable(path) == 1 then
      return path
    end
  end
end

--- The command that starts the server.
---@return string[]
function M.command()
  return options.cmd or { beside_these_files() or 'packlens', 'lsp' }
end

--- The same program, asked for something else.
---@param ... string
---@return string[]
function M.program(...)
  local command = vim.deepcopy(M.command())
  while #command > 1 and command[#command] ~= 'lsp' do
    table.remove(command)
  end
  if #command > 1 then
    table.remove(command)
  end
  return vim.list_extend(command, { ... })
end

--- Remember how a server ended. One that never answered is one of those that were starting.
---@param client_id integer
---@param code integer
---@param signal integer
function M.has_ended(client_id, code, signal)
  local root = roots[client_id] or next(M.starting)
  roots[client_id] = nil
  if not root or M.stopping[client_id] then
    return
  end
  M.starting[root] = nil
  if signal ~= 0 and signal ~= 15 then
    M.ended[root] = ('ended by signal %d'):format(signal)
  elseif code ~= 0 then
    M.ended[root] = ('ended with exit code %d'):format(code)
  end
end

--- The client configuration, for `vim.lsp.config` and for `vim.lsp.start`.
---@return table
function M.config()
  local settings = options.settings or vim.empty_dict()
  local config = {
    name = 'packlens',
    cmd = M.command(),
    filetypes = { 'python' },
    root_dir = function(bufnr, found)
      local root = require('packlens.root').of(bufnr)
      if root then
        found(root)
      end
    end,
    -- Neovim 0.7 neither tells of settings at the start nor answers when it is asked for them.
    init_options = { clientCommands = true, impactCommand = true, statusNotifications = true, settings = settings },
    settings = { packlens = settings },
    capabilities = vim.tbl_deep_extend('force', require('packlens.lens').capabilities(), options.capabilities or {}),
    handlers = {
      ['packlens/statusChanged'] = function(_, result, ctx)
        require('packlens.news').heard(ctx.client_id, result)
      end,
      ['workspace/codeLens/refresh'] = require('packlens.compat').lens_refresh_handler(),
    },
    before_init = function(_, started)
      M.starting[started.root_dir] = true
      M.ended[started.root_dir] = nil
    end,
    on_init = function(client)
      roots[client.id] = client.config.root_dir
      M.starting[client.config.root_dir] = nil
    end,
    on_exit = function(code, signal, client_id)
      require('packlens.news').forget(client_id)
      M.has_ended(client_id, code, signal)
    end,
  }
  config.on_attach = options.on_attach
  return config
end

return M
