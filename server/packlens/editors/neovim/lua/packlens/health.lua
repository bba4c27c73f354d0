--- `:checkhealth packlens`

local client_of = require('packlens.client')
local compat = require('packlens.compat')

local M = {}

local health = compat.health()

--- Run a program that ends by itself; nothing when it cannot be run.
---@param command string[]
---@return string?
local function first_line(command)
  local ran, lines = pcall(vim.fn.systemlist, command)
  return ran and vim.v.shell_error == 0 and lines[1] or nil
end

local function check_neovim()
  local version = vim.version()
  local name = ('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok(name)
  elseif vim.fn.has('nvim-0.7') == 1 then
    health.ok(name .. ": turned on with require('packlens').setup()")
  else
    health.error(name .. ': 0.7 or newer is needed')
  end
end

local function check_server()
  local server = require('packlens.server')
  local command = server.command()
  local path = vim.fn.exepath(command[1])
  if path == '' then
    health.error(('%s is not executable'):format(command[1]), {
      'pip install packlens, into an environment whose bin folder is on PATH',
      "or name the program: require('packlens').setup({ cmd = { '/path/to/packlens', 'lsp' } })",
    })
    return
  end
  local version = first_line(server.program('--version'))
  if version then
    health.ok(('%s (%s)'):format(version, path))
  else
    health.error(('%s does not say its version'):format(path), { 'run it in a terminal with --version' })
  end
end

local function check_enabled()
  if compat.enabled() then
    health.ok('turned on for Python buffers')
  else
    local how = vim.lsp.enable and "vim.lsp.enable('packlens')" or "require('packlens').setup()"
    health.warn('not turned on', { ('put %s in init.lua'):format(how) })
  end
end

local function check_clients()
  local say = require('packlens.say')
  local clients = client_of.all()
  if #clients == 0 then
    health.warn('no server runs', { 'open a Python file of a project, then look again' })
  end
  for _, client in ipairs(clients) do
    local last = require('packlens.news').of(client.id)
    health.ok(
      ('serves %s: %s, positions in %s%s'):format(
        client.config.root_dir,
        say.count(#compat.buffers(client), 'buffer'),
        client.offset_encoding or 'utf-16',
        last and (', %s'):format(last.phase) or ''
      )
    )
    if last and last.phase == 'problem' then
      health.error(last.message or 'the server reports a problem', { ':Packlens status says more' })
    end
  end
  for root, ending in pairs(require('packlens.server').ended) do
    health.error(('the server of %s %s'):format(root, ending), {
      (':edit %s shows its log'):format(vim.lsp.get_log_path()),
      ':Packlens restart starts it again',
    })
  end
end

local function check_clipboard()
  if vim.fn.has('clipboard') == 1 then
    health.ok('there is a clipboard for register +')
  else
    health.warn('no clipboard: packs go to register " and are shown', { ':checkhealth provider' })
  end
end

local function check_lenses()
  if require('packlens.options').lens == false then
    health.info('lenses are turned off (lens = false)')
  elseif #client_of.all() > 0 then
    health.ok('lenses are shown; vim.lsp.codelens.run() runs the one of the cursor line')
  else
    health.info('lenses are shown once a server runs')
  end
end

function M.check()
  health.start('Packlens')
  check_neovim()
  check_server()
  check_enabled()
  check_clients()
  check_clipboard()
  check_lenses()
end

return M
