local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')

---@return integer
local function server_pid()
  local found = vim.fn.systemlist({ 'pgrep', '-P', tostring(vim.fn.getpid()), '-f', 'packlens lsp' })
  t.same(#found, 1, 'servers')
  return tonumber(found[1])
end

t.case('status', function()
  t.client()
  t.ask('Packlens copy Order.pay')
  t.matches(
    t.ask('Packlens status'),
    '^Packlens: shop: 3 files, 14 symbols, %d+ edges\n  %d sites? not settled, %d+ pending$',
    'what is said'
  )
end)

t.case('status names what is not whole', function()
  vim.fn.writefile({ 'def broken(:' }, t.workspace .. '/shop/torn.py')
  vim.fn.writefile({ ('x'):rep(100), '\n' }, t.workspace .. '/shop/odd.py')
  t.open('shop/torn.py')
  t.ask('Packlens copy Order.pay')
  t.matches(t.ask('Packlens status'), '\n  shop/torn%.py:1 is [^\n]* in the graph: ', 'what is said')
  vim.cmd('buffer orders.py')
end)

t.case('the statusline says how many symbols there are', function()
  t.matches(require('packlens').statusline(), '^packlens %d+', 'the text')
end)

t.case('restart: another server, and the same answers', function()
  local before = server_pid()
  t.same(t.ask('Packlens restart'), 'Packlens: server of shop restarted', 'what is said')
  t.matches(t.ask('Packlens copy Order.pay'), 'Order%.pay copied', 'asked at once')
  if server_pid() == before then
    t.fail('the same server')
  end
  t.same(vim.fn.getreg('+'), t.cli_pack('--entry', 'Order.pay'), 'the pack')
end)

t.case('a server that was killed is said, and what to try', function()
  vim.loop.kill(server_pid(), 'sigkill')
  t.wait('the client to be gone', function()
    return not require('packlens.client').of(0)
  end)
  t.same(
    t.ask('Packlens copy'),
    'Packlens: no server runs for orders.py (the last one ended by signal 9);'
      .. ' try :Packlens restart, then :checkhealth packlens',
    'what is said'
  )
end)

t.case('restart after that starts one', function()
  t.same(t.ask('Packlens restart'), 'Packlens: server of shop started', 'what is said')
  t.at('def pay')
  t.matches(t.ask('Packlens copy'), 'Order%.pay copied', 'what is said')
end)

t.done()
