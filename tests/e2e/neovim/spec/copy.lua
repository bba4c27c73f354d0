local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')

local function both_registers()
  t.same(vim.fn.getreg('+'), vim.fn.getreg('"'), 'both registers hold the same')
  return vim.fn.getreg('+')
end

t.case('copy: the symbol around the cursor, byte for byte as on the command line', function()
  t.at('till.take')
  local said = t.ask('Packlens copy')
  t.same(both_registers(), t.cli_pack('--entry', 'shop/orders.py::Order.pay'), 'the pack')
  t.matches(said, '^Packlens: Order%.pay copied, %d+/4,000 tokens', 'what is said')
  t.same(vim.fn.getregtype('+'), 'V', 'a pack is lines')
end)

t.case('copy: what was left out is said', function()
  require('packlens.budget').choose(150)
  t.at('till.take')
  t.matches(t.ask('Packlens copy'), 'Order%.pay copied, %d+/150 tokens, %d+ left out', 'what is said')
  t.same(both_registers(), t.cli_pack('--entry', 'shop/orders.py::Order.pay', '--budget', '150'), 'the pack')
  require('packlens.budget').choose(nil)
end)

t.case('copy: a range', function()
  t.ask('3,6Packlens copy')
  t.same(both_registers(), t.cli_pack('--entry', 'shop/orders.py:3-6'), 'the pack')
end)

t.case('copy: the lines of a Visual selection through <Plug>', function()
  t.said = {}
  vim.keymap.set('x', 'gp', '<Plug>(packlens-copy)', { remap = true })
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.api.nvim_feedkeys('Vjjjgp', 'tx', false)
  t.wait('the copy', function()
    return #t.said > 0
  end)
  t.same(both_registers(), t.cli_pack('--entry', 'shop/orders.py:3-6'), 'the pack')
end)

t.case('copy: named targets', function()
  t.matches(t.ask('Packlens copy Till.take Order.pay'), '^Packlens: 2 targets copied', 'what is said')
  t.same(both_registers(), t.cli_pack('--entry', 'Till.take', '--entry', 'Order.pay'), 'the pack')
end)

t.case('copy: a target that is not there', function()
  t.matches(t.ask('Packlens copy Til.take'), '^Packlens: .*Til%.take.*Till%.take', 'suggestions are said')
end)

local function choosing(index, run)
  local select, offered = vim.ui.select, nil
  vim.ui.select = function(items, options, answer)
    offered = vim.tbl_map(options.format_item, items)
    answer(items[index])
  end
  run()
  vim.ui.select = select
  return offered
end

t.case('copy-with: a template that is chosen, or named', function()
  t.at('till.take')
  local offered = choosing(3, function()
    t.matches(t.ask('Packlens copy-with'), '^Packlens: Order%.pay copied', 'what is said')
  end)
  t.same(offered[3], 'review (Review this code)', 'what is offered')
  t.same(#offered, 4, 'how many are offered')
  local pack = t.cli_pack('--entry', 'shop/orders.py::Order.pay', '--template', 'review')
  t.same(both_registers(), pack, 'the pack')
  t.ask('Packlens copy-with test Till.take')
  t.same(both_registers(), t.cli_pack('--entry', 'Till.take', '--template', 'test'), 'the pack')
  t.matches(t.ask('Packlens copy-with tests'), '^Packlens: .*tests.*review', 'what is said')
  t.said = {}
  choosing(9, function()
    vim.cmd('Packlens copy-with')
  end)
  t.same(t.said, {}, 'nothing is done where none is chosen')
end)

t.case('copy-file', function()
  t.ask('Packlens copy-file')
  t.same(both_registers(), t.cli_pack('--entry', 'shop/orders.py'), 'the pack')
end)

t.case('copy: unsaved edits are followed, and saved ones are the disk again', function()
  t.at('self.paid = True')
  vim.api.nvim_set_current_line('        self.paid = "unsäved"')
  t.ask('Packlens copy')
  t.matches(both_registers(), 'self%.paid = "unsäved"', 'the pack has the edit')
  t.matches(both_registers(), 'orders%.py · %x+ unsaved', 'the pack says that it is not saved')
  vim.cmd('silent write')
  t.ask('Packlens copy')
  t.same(both_registers(), t.cli_pack('--entry', 'shop/orders.py::Order.pay'), 'the pack')
end)

t.case('copy: symbols of other files, typed and not saved', function()
  t.open('shop/till.py')
  t.client()
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'def greet(näme):', '    return näme', '', '' })
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  t.matches(t.ask('Packlens copy'), 'greet copied', 'what is said')
  t.matches(both_registers(), 'def greet%(näme%):\n    return näme\n', 'the new function')
  vim.cmd('edit!')
end)

t.case('copy: a buffer that does not parse', function()
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { '', 'def broken(:', '    return (', '' })
  t.at('def take')
  t.matches(t.ask('Packlens copy'), 'Till%.take copied', 'what is said')
  t.matches(both_registers(), 'def take', 'the pack')
  vim.cmd('edit!')
end)

t.done()
