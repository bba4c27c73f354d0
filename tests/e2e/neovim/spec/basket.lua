local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')

t.case('basket: empty', function()
  t.same(
    t.ask('Packlens basket copy'),
    'Packlens: the basket of shop is empty; add to it with :Packlens basket add',
    'what is said'
  )
end)

t.case('basket: add, once', function()
  t.at('def total')
  t.same(t.ask('Packlens basket add'), 'Packlens: Order.total added; 1 in the basket of shop', 'what is said')
  t.same(t.ask('Packlens basket add'), 'Packlens: Order.total was in already; 1 in the basket of shop', 'again')
  t.same(t.ask('Packlens basket add Till.take'), 'Packlens: Till.take added; 2 in the basket of shop', 'by name')
  t.same(t.ask('1,2Packlens basket add'), 'Packlens: orders.py:1-2 added; 3 in the basket of shop', 'a range')
end)

t.case('basket: list', function()
  t.matches(
    t.ask('Packlens basket list'),
    '^Basket of shop: %d+/4,000 tokens[^\n]*\n  shop/orders%.py::Order%.total\n  Till%.take\n  shop/orders%.py:1%-2$',
    'what is said'
  )
  t.matches(t.ask('Packlens basket'), '^Basket of shop', 'without a word too')
end)

t.case('basket: drop completes to what is in it', function()
  t.same(
    require('packlens.commands').complete('Packlens basket drop shop/orders.py:1'),
    { 'shop/orders.py:1-2' },
    'the candidates'
  )
  t.same(t.ask('Packlens basket drop shop/orders.py:1-2'), 'Packlens: 2 left in the basket of shop', 'what is said')
  t.matches(t.ask('Packlens basket drop nothing'), 'nothing is not in the basket', 'what is not in it')
end)

t.case('basket: copy packs all of it together', function()
  t.ask('Packlens basket copy')
  local pack = t.cli_pack('--entry', 'shop/orders.py::Order.total', '--entry', 'Till.take')
  t.same(vim.fn.getreg('+'), pack, 'register +')
  t.same(vim.fn.getreg('"'), pack, 'register "')
end)

t.case('basket: preview', function()
  vim.cmd('Packlens basket preview')
  t.wait('the preview', function()
    return require('packlens.preview').of(vim.api.nvim_get_current_buf())
  end)
  vim.cmd('close')
end)

t.case('basket: clear', function()
  t.same(t.ask('Packlens basket clear'), 'Packlens: the basket of shop is empty', 'what is said')
  t.matches(t.ask('Packlens basket preview'), 'is empty; add to it', 'nothing left')
end)

t.case('basket: a word it does not know', function()
  t.matches(t.ask('Packlens basket empty'), 'there is no :Packlens basket empty; one of add, copy', 'what is said')
end)

t.done()
