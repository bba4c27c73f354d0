local t = require('check')

t.memory_clipboard()

local function python_buffer(name)
  vim.cmd('enew!')
  if name then
    vim.api.nvim_buf_set_name(0, name)
  end
  vim.bo.filetype = 'python'
end

t.case('not turned on', function()
  t.open('shop/orders.py')
  local how = os.getenv('PACKLENS_TURN_ON') == 'enable' and "vim.lsp.enable('packlens')"
    or "require('packlens').setup()"
  t.same(t.ask('Packlens copy'), ('Packlens: not turned on; put %s in init.lua'):format(how), 'what is said')
end)

t.case('a wrong option of setup is named', function()
  t.said = {}
  require('packlens.options').set({ command = {}, cmd = 'packlens' })
  table.sort(t.said)
  t.same(t.said, {
    'Packlens: setup: cmd must be a table, not a string',
    'Packlens: setup: there is no option command; the options are'
      .. ' capabilities, cmd, lens, on_attach, root, settings',
  }, 'what is said')
  require('packlens.options').set({})
end)

t.case('turned on with a file open: the server starts for it', function()
  t.turn_on()
  t.matches(t.ask('Packlens copy Order.pay'), 'Order%.pay copied', 'what is said')
end)

t.case('a buffer without a name', function()
  python_buffer()
  t.same(
    t.ask('Packlens copy'),
    'Packlens: this buffer has no name yet; write it into the project (:w name.py) and ask again',
    'what is said'
  )
end)

t.case('a buffer that was never written', function()
  python_buffer(t.workspace .. '/shop/fresh.py')
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'from shop.orders import Order', '', 'def make():', '    Order([])' })
  vim.api.nvim_win_set_cursor(0, { 4, 0 })
  t.matches(t.ask('Packlens copy'), '^Packlens: make copied', 'what is said')
  t.matches(vim.fn.getreg('+'), '## shop/fresh%.py · %x+ unsaved', 'the pack')
end)

t.case('a buffer that is no file', function()
  vim.cmd('new')
  vim.bo.buftype = 'nofile'
  t.same(t.ask('Packlens copy'), 'Packlens: this buffer is no file; ask in a Python buffer', 'what is said')
  vim.cmd('bwipeout!')
end)

t.case('another language', function()
  vim.fn.writefile({ 'hello' }, t.workspace .. '/notes.txt')
  t.open('notes.txt')
  t.same(t.ask('Packlens callers'), 'Packlens: notes.txt is not Python; ask in a Python buffer', 'what is said')
end)

t.case('named targets need no Python buffer', function()
  t.matches(t.ask('Packlens copy Order.pay'), 'Order%.pay copied', 'what is said')
end)

t.case('a file in no project', function()
  local stray = vim.fn.tempname()
  vim.fn.mkdir(stray, 'p')
  vim.fn.writefile({ 'def lone(): pass' }, stray .. '/lone.py')
  t.open(stray .. '/lone.py')
  t.matches(
    t.ask('Packlens copy'),
    '^Packlens: lone%.py is in no project: none of %.git, [^;]* above it; :cd to its folder, or give setup%(%)',
    'what is said'
  )
  vim.cmd('cd ' .. stray)
  t.matches(t.ask('Packlens copy'), '^Packlens: lone copied', 'and what was advised works')
  vim.cmd('cd ' .. t.workspace)
end)

t.case('a file that git ignores', function()
  vim.fn.writefile({ 'ignored.py' }, t.workspace .. '/.gitignore')
  vim.fn.writefile({ 'def unseen(): pass' }, t.workspace .. '/ignored.py')
  t.open('ignored.py')
  t.matches(t.ask('Packlens copy'), '^Packlens: .*ignored%.py', 'what is said')
end)

t.case('a line that belongs to nothing', function()
  t.open('shop/till.py')
  vim.api.nvim_win_set_cursor(0, { 2, 0 })
  t.matches(t.ask('Packlens copy'), 'till%.py copied', 'the file is packed')
end)

t.case('subcommands and arguments that are not there', function()
  local names = table.concat(require('packlens.commands').names, ', ')
  t.same(t.ask('Packlens cpoy'), 'Packlens: there is no :Packlens cpoy; one of ' .. names, 'what is said')
  t.same(t.ask('Packlens'), 'Packlens: :Packlens needs a subcommand; one of ' .. names, 'what is said')
  t.same(
    t.ask('Packlens copy-file x'),
    'Packlens: :Packlens copy-file takes no argument, 1 given; :help :Packlens-copy-file',
    'what is said'
  )
end)

t.done()
