local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')
t.client()

local function git(...)
  local asked = { 'git', '-C', t.workspace, '-c', 'user.name=n', '-c', 'user.email=n@example.org', ... }
  local said = vim.fn.system(asked)
  t.same(vim.v.shell_error, 0, 'git: ' .. said)
end

t.case('copy-new: before anything was copied', function()
  t.matches(t.ask('Packlens copy-new'), 'nothing was copied yet', 'what is said')
end)

t.case('ask: a question in words, byte for byte as on the command line', function()
  local said = t.ask('Packlens ask where is the money taken')
  t.matches(said, '^Packlens: "where is the money taken" copied', 'what is said')
  local focus = t.workspace .. '/shop/orders.py'
  local same = t.cli('pack', t.workspace, '-q', '--query', 'where is the money taken', '--focus', focus)
  t.same(vim.fn.getreg('+'), same, 'the pack')
end)

t.case('ask: the words are asked for', function()
  local input = vim.ui.input
  vim.ui.input = function(_, answer)
    answer('total of an order')
  end
  t.matches(t.ask('Packlens ask'), '^Packlens: "total of an order" copied', 'what is said')
  vim.ui.input = input
end)

t.case('ask: nothing of the kind', function()
  t.matches(t.ask('Packlens ask zzyzx'), '^Packlens: .*zzyzx', 'what is said')
end)

t.case('copy-new: what has changed since the last copy, and since that one', function()
  t.open('shop/orders.py')
  t.at('def total')
  t.ask('Packlens copy')
  t.at('return sum')
  vim.api.nvim_set_current_line('        return sum(2 * line.price for line in self.lines)')
  t.matches(t.ask('Packlens copy-new'), '^Packlens: Order%.total copied', 'what is said')
  local new = vim.fn.getreg('+')
  t.matches(new, 'sum%(2 %* line%.price', 'what has changed')
  t.matches(new, 'supersedes', 'which pack it follows')
  t.same(new:match('def take'), nil, 'what has not')
  t.ask('Packlens copy-new')
  t.same(vim.fn.getreg('+'):match('sum%(2'), nil, 'nothing is new')
  vim.cmd('edit!')
end)

t.case('find: symbols in the quickfix list', function()
  vim.fn.setqflist({}, 'f')
  vim.cmd('Packlens find pay order')
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() > 0
  end)
  local first = vim.fn.getqflist()[1]
  t.same(first.text, 'Order.pay: def pay(self, till): ...', 'the first row')
  t.same(first.lnum, 13, 'its line')
  t.matches(vim.fn.getqflist({ title = 1 }).title, '^About "pay order": %d+ symbols$', 'the title')
  vim.cmd('cclose')
  t.matches(t.ask('Packlens find'), 'needs words', 'without words')
end)

t.case('map: in the scratch buffer, within the budget', function()
  t.open('shop/orders.py')
  vim.cmd('Packlens map')
  t.wait('the map', function()
    return vim.api.nvim_buf_get_name(0):match('packlens://shop/map$')
  end)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'
  t.same(text, t.cli('map', t.workspace, '-q', '--focus', t.workspace .. '/shop/orders.py'), 'the map')
  vim.cmd('close')
end)

t.case('copy-diff: what differs from HEAD, unsaved text too', function()
  git('add', '-A')
  git('commit', '-qm', 'all')
  t.open('shop/orders.py')
  t.at('self.paid = True')
  vim.api.nvim_set_current_line('        self.paid = "yes"')
  t.matches(t.ask('Packlens copy-diff'), '^Packlens: the diff of HEAD copied', 'what is said')
  t.matches(vim.fn.getreg('+'), 'self%.paid = "yes"', 'the pack')
  vim.cmd('silent write')
  t.ask('Packlens copy-diff HEAD')
  t.same(vim.fn.getreg('+'), t.cli('pack', t.workspace, '-q', '--diff', 'HEAD'), 'the pack')
end)

t.case('copy-diff: what is staged, and a commit that is not there', function()
  git('add', '-A')
  t.ask('Packlens copy-diff staged')
  t.same(vim.fn.getreg('+'), t.cli('pack', t.workspace, '-q', '--staged'), 'the pack')
  t.matches(t.ask('Packlens copy-diff nowhere'), '^Packlens: .*nowhere', 'what is said')
end)

t.done()
