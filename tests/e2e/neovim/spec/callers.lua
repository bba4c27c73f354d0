local t = require('check')

t.turn_on()
t.open('shop/orders.py')

local function quickfix()
  local list = vim.fn.getqflist({ items = 1, title = 1 })
  local rows = {}
  for _, item in ipairs(list.items) do
    local name = vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':t')
    table.insert(rows, ('%s:%d:%d:%s %s'):format(name, item.lnum, item.col, item.type, item.text))
  end
  return list.title, rows
end

local function fill(command)
  vim.fn.setqflist({}, 'f')
  vim.cmd('wincmd o')
  vim.cmd('buffer orders.py')
  vim.cmd(command)
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
end

local LINE = 'def größe(order): return "äöü𝄞", order.total(), Order(order.lines).total()'

t.case('callers: settled ones, then possible ones; columns are bytes', function()
  t.at('def total')
  vim.cmd('normal! w')
  fill('Packlens callers')
  local title, rows = quickfix()
  t.same(title, 'Callers of Order.total: 2 callers, 2 possible', 'the title')
  t.same(rows, {
    'orders.py:14:24: Order.pay: till.take(self.total(), self.currency)',
    ('till.py:20:%d: größe: %s'):format(LINE:find('total()', 50, true), LINE),
    ('till.py:20:%d:I possible, in größe: %s'):format(LINE:find('total', 1, true), LINE),
    'till.py:24:18:I possible, in guess: return thing.total()',
  }, 'the rows')
  t.same(vim.bo.buftype, 'quickfix', 'the list is open')
end)

t.case('callers: jumping to a row lands on the name', function()
  vim.cmd('2cc')
  t.same(vim.fn.expand('<cword>'), 'total', 'the word under the cursor')
  t.same(vim.fn.expand('%:t'), 'till.py', 'the file')
end)

t.case('callers: the name under the cursor in another file', function()
  t.open('shop/till.py')
  t.client()
  t.at('order.pay')
  vim.cmd('normal! ww')
  t.same(vim.fn.expand('<cword>'), 'pay', 'the cursor')
  vim.fn.setqflist({}, 'f')
  vim.cmd('Packlens callers')
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  local title, rows = quickfix()
  t.same(title, 'Callers of Order.pay: 1 caller', 'the title')
  t.same(rows, { 'till.py:16:11: sell: order.pay(Till())' }, 'the row')
end)

t.case('callers: a symbol behind multibyte text, by its position', function()
  vim.cmd('cclose')
  vim.api.nvim_win_set_cursor(0, { 20, LINE:find('lines', 1, true) - 1 - #'order.' - #'Order(' })
  t.same(vim.fn.expand('<cword>'), 'Order', 'the cursor')
  vim.fn.setqflist({}, 'f')
  vim.cmd('Packlens callers')
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  t.matches((quickfix()), '^Callers of Order:', 'the title')
end)

t.case('callers: unsaved lines move the rows', function()
  vim.cmd('cclose')
  t.open('shop/till.py')
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '', '', '' })
  -- Neovim sends the text of the buffer it asks in before a question, that of others within 150 ms.
  vim.wait(300)
  fill('Packlens callers Order.pay')
  local _, rows = quickfix()
  t.same(rows, { 'till.py:19:11: sell: order.pay(Till())' }, 'the row')
end)

t.case('callers: none', function()
  vim.cmd('wincmd o')
  t.same(t.ask('Packlens callers sell'), 'Packlens: no callers of sell', 'what is said')
end)

t.case('callers: nothing of that name', function()
  t.matches(t.ask('Packlens callers Orde.pay'), 'Orde%.pay.*Order%.pay', 'what is said')
end)

t.case('the standard call hierarchy', function()
  t.open('shop/orders.py')
  t.at('def pay')
  vim.cmd('normal! w')
  vim.fn.setqflist({}, 'f')
  vim.lsp.buf.incoming_calls()
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  t.same(vim.fn.getqflist()[1].lnum, 19, 'the line of the call')
end)

t.done()
