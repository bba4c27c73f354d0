--- What the specs share: cases, waiting, what was said to the person, clipboards.
---
--- A spec is a script that Neovim runs in a workspace of its own, with the plugin on its runtime path. Each case
--- prints `PASS name` or `FAIL name: why`; the last one ends Neovim.

local M = {}

--- Whether a spec has Jedi on.
M.with_jedi = false

M.workspace = os.getenv('PACKLENS_WORKSPACE')
M.python = os.getenv('PACKLENS_PYTHON')
M.packlens = vim.fn.fnamemodify(M.python, ':h') .. '/packlens'

--- Everything the plugin said since the last `M.ask`, one string a message.
M.said = {}

--- What a person is told while they wait is no answer; whether it is said depends on the machine.
local function hear(text)
  if not text:match('; the answer follows$') then
    table.insert(M.said, text)
  end
end

vim.notify = function(text)
  if text:match('^Packlens') then
    hear(text)
  end
end
vim.notify_once = vim.notify

local echo = vim.api.nvim_echo
vim.api.nvim_echo = function(chunks, ...)
  if chunks[1][1]:match('^Packlens') or chunks[1][1]:match('^Basket') then
    hear(chunks[1][1])
  else
    echo(chunks, ...)
  end
end

local function out(text)
  io.stdout:write(text:gsub('\n', '\\n') .. '\n')
  io.stdout:flush()
end

local cases = {}

---@param name string
---@param run fun()
function M.case(name, run)
  table.insert(cases, { name = name, run = run })
end

--- Run the cases in order and end Neovim.
function M.done()
  for _, case in ipairs(cases) do
    local ok, why = xpcall(case.run, function(err)
      return type(err) == 'table' and err.why or debug.traceback(tostring(err))
    end)
    out(ok and ('PASS ' .. case.name) or ('FAIL %s: %s'):format(case.name, why))
  end
  vim.cmd('qall!')
end

---@param why string
function M.fail(why)
  error({ why = why .. '\n  said: ' .. vim.inspect(M.said) })
end

---@param got any
---@param wanted any
---@param what string
function M.same(got, wanted, what)
  if not vim.deep_equal(got, wanted) then
    M.fail(('%s\n  is     %s\n  wanted %s'):format(what, vim.inspect(got), vim.inspect(wanted)))
  end
end

---@param text string
---@param pattern string Lua's
---@param what string
function M.matches(text, pattern, what)
  if not (text or ''):match(pattern) then
    M.fail(('%s\n  is      %s\n  pattern %s'):format(what, vim.inspect(text), pattern))
  end
end

---@param what string
---@param condition fun(): any
---@return any
function M.wait(what, condition)
  local value
  if not vim.wait(60000, function()
    value = condition()
    return value
  end, 20) then
    M.fail('waited in vain for ' .. what)
  end
  return value
end

--- Turn the plugin on the way this run is about: `enable`, or `setup`, or `start` for what 0.8 to 0.10 have.
--- The person's settings leave Jedi out, so that every count stands at once, unless the spec is about it.
---@param choices? table for setup
function M.turn_on(choices)
  local how = os.getenv('PACKLENS_TURN_ON')
  local settings = { jedi = { enabled = M.with_jedi } }
  if how == 'enable' and not choices then
    vim.lsp.config('packlens', { settings = { packlens = settings } })
    vim.lsp.enable('packlens')
  else
    require('packlens').setup(choices or { settings = settings })
  end
end

---@param name string
---@return integer
function M.open(name)
  vim.cmd('edit ' .. vim.fn.fnameescape(name:match('^/') and name or M.workspace .. '/' .. name))
  return vim.api.nvim_get_current_buf()
end

---@param bufnr? integer
---@return table
function M.client(bufnr)
  return M.wait('a client', function()
    return require('packlens.client').of(bufnr or vim.api.nvim_get_current_buf())
  end)
end

--- What stands behind or above a line of the buffer in front, as Neovim shows it: its lens.
---@param line integer from 1
---@return string
function M.lens_of(line)
  local words = {}
  for _, namespace in pairs(vim.api.nvim_get_namespaces()) do
    local from, to = { line - 1, 0 }, { line - 1, -1 }
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, from, to, { details = true })) do
      for _, chunk in ipairs(mark[4].virt_text or {}) do
        table.insert(words, chunk[1])
      end
    end
  end
  return table.concat(words)
end

--- Put the cursor on the first match of a Vim pattern.
---@param pattern string
function M.at(pattern)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  if vim.fn.search(pattern, 'cW') == 0 then
    M.fail('no ' .. pattern .. ' in the buffer')
  end
end

--- Run an Ex command and wait until something is said. Returns the first message.
---@param command string
---@return string
function M.ask(command)
  M.said = {}
  vim.cmd(command)
  M.wait(command, function()
    return #M.said > 0
  end)
  return M.said[1]
end

--- What a command of the command line prints, with Jedi or without, as the person's settings have it here.
---@param command string
---@param ... string
---@return string
function M.cli(command, ...)
  local jedi = M.with_jedi and {} or { '--no-jedi' }
  local text = vim.fn.system(vim.list_extend(vim.list_extend({ M.packlens, command }, jedi), { ... }))
  M.same(vim.v.shell_error, 0, 'exit code of the command line: ' .. text)
  return text
end

---@return string
function M.cli_pack(...)
  return M.cli('pack', M.workspace, '-q', ...)
end

--- A clipboard that works, in memory. Needed before `+` is first used.
function M.memory_clipboard()
  vim.cmd([[
    let g:held = [[''], 'v']
    function! HoldCopy(lines, kind) abort
      let g:held = [a:lines, a:kind]
    endfunction
    function! HoldPaste() abort
      return g:held
    endfunction
    let g:clipboard = {'name': 'memory', 'cache_enabled': 0,
      \ 'copy': {'+': function('HoldCopy'), '*': function('HoldCopy')},
      \ 'paste': {'+': function('HoldPaste'), '*': function('HoldPaste')}}
  ]])
end

return M
