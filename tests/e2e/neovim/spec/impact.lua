local t = require('check')

vim.fn.mkdir(t.workspace .. '/tests', 'p')
vim.fn.writefile({
  'from shop.orders import Order',
  '',
  '',
  'def test_total():',
  '    assert Order([]).total() == 0',
}, t.workspace .. '/tests/test_orders.py')
t.turn_on()
t.open('shop/orders.py')
t.client()

local function quickfix(command)
  vim.fn.setqflist({}, 'f')
  vim.cmd('cclose')
  vim.cmd('buffer orders.py')
  vim.cmd(command)
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  local list = vim.fn.getqflist({ items = 1, title = 1 })
  local rows = {}
  for _, item in ipairs(list.items) do
    local name = vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':t')
    table.insert(rows, ('%s:%d:%s %s'):format(name, item.lnum, item.type, item.text))
  end
  return list.title, rows
end

t.case('impact: users, tests to run, possible users', function()
  t.at('def total')
  vim.cmd('normal! w')
  local title, rows = quickfix('Packlens impact')
  t.matches(title, '^Impact of Order%.total: risk %l+: %d users, 1 test, 2 possible', 'the title')
  t.same(rows[1], 'orders.py:14: Order.pay: till.take(self.total(), self.currency) [calls, hop 1]', 'the first row')
  local last = vim.list_slice(rows, #rows - 2)
  t.same(last[1], 'test_orders.py:5:N test: tests/test_orders.py::test_total', 'the test')
  t.matches(last[2], '^till%.py:20:I possible, in größe', 'a possible user')
  t.same(last[3], 'till.py:24:I possible, in guess: return thing.total()', 'another')
end)

t.case('impact: the lens of the tests', function()
  t.open('shop/orders.py')
  vim.cmd('wincmd o')
  vim.fn.setqflist({}, 'f')
  vim.lsp.commands['packlens.showImpact'](
    { arguments = { { target = 'shop/orders.py::Order.total' } } },
    { client_id = t.client().id, bufnr = vim.api.nvim_get_current_buf() }
  )
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  t.matches(vim.fn.getqflist({ title = 1 }).title, '^Impact of Order%.total', 'the title')
end)

t.case('impact: of what differs from HEAD', function()
  local git = { 'git', '-C', t.workspace, '-c', 'user.name=n', '-c', 'user.email=n@example.org' }
  vim.fn.system(vim.list_extend(vim.deepcopy(git), { 'add', '-A' }))
  vim.fn.system(vim.list_extend(vim.deepcopy(git), { 'commit', '-qm', 'all' }))
  t.same(vim.v.shell_error, 0, 'git')
  vim.fn.writefile({ 'body {}' }, t.workspace .. '/site.css')
  vim.fn.writefile({ '[tool.black]' }, t.workspace .. '/pyproject.toml')
  vim.fn.system(vim.list_extend(vim.deepcopy(git), { 'add', '-A' }))
  t.open('shop/orders.py')
  t.at('def take\\|def total')
  vim.api.nvim_set_current_line('    def total(self, rate):')
  local title, rows = quickfix('Packlens impact diff')
  t.matches(title, '^Impact of the diff of HEAD: risk high: .*%d no longer fit', 'the title')
  t.matches(title, '1 unknown, 1 not Python', 'the files in the title')
  t.matches(rows[1], '^orders%.py:14:E Order%.pay: .*rate', 'a call that no longer fits')
  t.matches(rows[#rows - 1], '^pyproject%.toml:1:W cannot be judged: ', 'a file that says how Python is run')
  t.same(rows[#rows], 'site.css:1:I has changed; not Python, and no Python code names it', 'the last row')
  vim.cmd('cclose')
  vim.cmd('edit!')
end)

t.case('impact: nothing of that name', function()
  t.matches(t.ask('Packlens impact Orde.pay'), 'Orde%.pay.*Order%.pay', 'what is said')
end)

t.done()
