local t = require('check')

t.turn_on()
t.open('shop/orders.py')

--- Let Neovim look for a clipboard again.
local function use(clipboard)
  vim.g.clipboard = clipboard
  vim.g.loaded_clipboard_provider = nil
  vim.cmd('runtime autoload/provider/clipboard.vim')
end

local function shown()
  return require('packlens.preview').of(vim.api.nvim_get_current_buf())
end

---@param why string Lua pattern
local function copies_without_clipboard(why)
  vim.fn.setreg('"', 'before')
  t.ask('Packlens copy Order.pay')
  t.wait('the pack to be shown', shown)
  t.matches(
    t.said[#t.said],
    '^Packlens: Order%.pay is only in register ": ' .. why .. '%. %d+/4,000 tokens[^;]*; shown here$',
    'what is said'
  )
  local pack = t.cli_pack('--entry', 'Order.pay')
  t.same(vim.fn.getreg('"'), pack, 'register "')
  t.same(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n', pack, 'what is shown')
  vim.cmd('close')
end

local function program(name, text)
  local path = vim.fn.tempname() .. '-' .. name
  vim.fn.writefile(vim.split('#!/bin/sh\n' .. text, '\n'), path)
  vim.fn.setfperm(path, 'rwx------')
  return path
end

t.case('no clipboard tool', function()
  t.same(vim.fn.has('clipboard'), 0, 'this machine has no clipboard to begin with')
  copies_without_clipboard('there is no clipboard tool %(:checkhealth provider%)')
end)

t.case('a command that fails', function()
  local failing = program('copy', 'cat >/dev/null; exit 3')
  use({ name = 'failing', copy = { ['+'] = failing, ['*'] = failing }, paste = { ['+'] = failing, ['*'] = failing } })
  copies_without_clipboard('the clipboard command ended with 3')
end)

t.case('a tool that owns the selection, and fails a moment later', function()
  local failing = program('own', 'cat >/dev/null; sleep 0.05; exit 1')
  local empty = program('paste', 'exit 1')
  use({
    name = 'owner',
    copy = { ['+'] = failing, ['*'] = failing },
    paste = { ['+'] = empty, ['*'] = empty },
    cache_enabled = 1,
  })
  copies_without_clipboard('the clipboard tool failed %(:checkhealth provider%)')
end)

t.case('a command that works holds the bytes of the command line', function()
  local held = vim.fn.tempname()
  local copy, paste = program('copy', 'cat >' .. held), program('paste', 'cat ' .. held)
  use({ name = 'file', copy = { ['+'] = copy, ['*'] = copy }, paste = { ['+'] = paste, ['*'] = paste } })
  t.matches(t.ask('Packlens copy größe'), '^Packlens: größe copied', 'what is said')
  local file = assert(io.open(held, 'rb'))
  local bytes = file:read('*a')
  file:close()
  t.same(bytes, t.cli_pack('--entry', 'größe'), 'the bytes that the tool was given')
end)

t.case('a tool that owns the selection and works', function()
  local held = vim.fn.tempname()
  local own, paste = program('own', ('cat >%s; sleep 30'):format(held)), program('paste', 'cat ' .. held)
  use({
    name = 'owner',
    copy = { ['+'] = own, ['*'] = own },
    paste = { ['+'] = paste, ['*'] = paste },
    cache_enabled = 1,
  })
  t.matches(t.ask('Packlens copy Order.pay'), '^Packlens: Order%.pay copied', 'what is said')
end)

t.case('text that registers find hard', function()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', '', 'def odd():', '    return "\27 \226\128\139 \r tab\t"' })
  vim.api.nvim_win_set_cursor(0, { vim.fn.line('$'), 0 })
  t.matches(t.ask('Packlens copy'), '^Packlens: odd copied', 'what is said')
  t.same(vim.fn.getreg('"'), vim.fn.getreg('+'), 'both registers')
  t.matches(vim.fn.getreg('"'), 'return "\\u001b \\u200b ', 'the text, what cannot be seen written out')
end)

t.done()
