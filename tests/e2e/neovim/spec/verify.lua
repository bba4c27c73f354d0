local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')

t.case('verify: nothing to verify', function()
  t.client()
  t.matches(t.ask('Packlens verify q'), 'register q is empty; copy a pack first', 'what is said')
end)

t.case('verify: what was copied', function()
  t.ask('Packlens copy Order.pay')
  t.same(t.ask('Packlens verify'), 'Packlens: the pack in register + matches 2 files', 'what is said')
  t.same(t.ask('Packlens verify "'), 'Packlens: the pack in register " matches 2 files', 'a register by name')
end)

t.case('verify: a pack pasted into a buffer', function()
  vim.cmd('new')
  vim.cmd('normal! ""P')
  t.same(t.ask('%Packlens verify'), 'Packlens: the pack in the range matches 2 files', 'what is said')
  vim.cmd('bwipeout!')
end)

t.case('verify: the preview', function()
  vim.cmd('Packlens preview Order.pay')
  t.wait('the preview', function()
    return require('packlens.preview').of(vim.api.nvim_get_current_buf())
  end)
  t.same(t.ask('Packlens verify'), 'Packlens: the pack in the preview matches 2 files', 'what is said')
  vim.cmd('close')
end)

t.case('verify: the first difference is named', function()
  vim.fn.writefile({ '# changed' }, t.workspace .. '/shop/till.py', 'a')
  t.matches(
    t.ask('Packlens verify'),
    '^Packlens: the pack in register %+ does not match: .*shop/till%.py',
    'what is said'
  )
end)

t.case('verify: text that is no pack', function()
  vim.fn.setreg('q', 'hello')
  t.matches(t.ask('Packlens verify q'), '^Packlens: ', 'what is said')
end)

t.done()
