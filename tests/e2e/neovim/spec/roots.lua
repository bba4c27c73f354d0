local t = require('check')

t.memory_clipboard()
t.turn_on()

local around = vim.fn.fnamemodify(t.workspace, ':h')

--- Another project beside the workspace.
local function project(name, marker, text)
  local folder = around .. '/' .. name
  vim.fn.mkdir(folder .. '/sub', 'p')
  if marker == '.git' then
    vim.fn.system({ 'git', 'init', '-q', folder })
  elseif marker then
    vim.fn.writefile({ '[project]', ('name = "%s"'):format(name) }, folder .. '/' .. marker)
  end
  vim.fn.writefile(vim.split(text, '\n'), folder .. '/sub/one.py')
  return folder
end

t.case('each root has its own server, and its own answers', function()
  local other = project('café', 'pyproject.toml', 'def pay(): return 1\n\n\ndef use(): return pay()')
  t.open('shop/orders.py')
  local first = t.client()
  t.open(other .. '/sub/one.py')
  local second = t.client()
  t.same(first.config.root_dir, t.workspace, 'the first root')
  t.same(second.config.root_dir, other, 'the second root')
  t.ask('Packlens copy')
  t.same(vim.fn.getreg('+'), t.cli('pack', other, '-q', '--entry', 'sub/one.py::pay'), 'the pack of the second')
  vim.cmd('buffer orders.py')
  t.at('def pay')
  t.ask('Packlens copy')
  t.same(vim.fn.getreg('+'), t.cli_pack('--entry', 'shop/orders.py::Order.pay'), 'the pack of the first')
end)

t.case('each root has its own basket', function()
  t.matches(t.ask('Packlens basket add'), '1 in the basket of shop', 'what is said')
  vim.cmd('buffer one.py')
  t.matches(t.ask('Packlens basket add'), '1 in the basket of café', 'what is said')
end)

t.case('one budget for all of them', function()
  t.ask('Packlens budget 60')
  t.ask('Packlens copy pay')
  t.matches(vim.fn.getreg('+'), '/60', 'the pack')
  t.ask('Packlens budget default')
end)

t.case('status and restart without a Python buffer: every root', function()
  vim.cmd('enew')
  t.ask('Packlens status')
  t.wait('two answers', function()
    return #t.said == 2
  end)
  t.ask('Packlens restart')
  t.wait('two restarts', function()
    return #t.said == 2
  end)
  table.sort(t.said)
  t.same(t.said, { 'Packlens: server of café restarted', 'Packlens: server of shop restarted' }, 'what is said')
end)

t.case('a second file of a root shares its server', function()
  t.open('shop/till.py')
  local client = t.client()
  vim.cmd('buffer orders.py')
  t.same(t.client().id, client.id, 'the client')
end)

t.case('a nested project without a repository of its own belongs to the one around it', function()
  vim.fn.mkdir(t.workspace .. '/nested', 'p')
  vim.fn.writefile({ '[project]' }, t.workspace .. '/nested/pyproject.toml')
  vim.fn.writefile({ 'x = 1' }, t.workspace .. '/nested/a.py')
  t.open('nested/a.py')
  t.same(t.client().config.root_dir, t.workspace, 'the root')
end)

t.case('a root of the configuration rules', function()
  local plain = project('plain', nil, 'def only(): pass')
  require('packlens').setup({
    root = function()
      return plain .. '/sub'
    end,
  })
  t.open(plain .. '/sub/one.py')
  t.same(t.client().config.root_dir, plain .. '/sub', 'the root')
end)

t.done()
