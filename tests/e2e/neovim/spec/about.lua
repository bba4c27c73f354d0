local t = require('check')

t.memory_clipboard()
t.turn_on()
local source = t.open('shop/orders.py')

local function text_of(bufnr)
  return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n') .. '\n'
end

local function name_of(bufnr)
  return vim.api.nvim_buf_get_name(bufnr)
end

--- Go into the scratch buffer that `command` fills, and wait until its name ends like that.
local function shown(command, name)
  vim.cmd(command)
  t.wait(name, function()
    return name_of(0):sub(-#name) == name
  end)
end

--- Run a command that fills the quickfix list; its title.
local function listed(command)
  vim.fn.setqflist({}, 'r', { title = 'nothing yet', items = {} })
  vim.cmd(command)
  return t.wait('the list of ' .. command, function()
    local title = vim.fn.getqflist({ title = 0 }).title
    return title ~= 'nothing yet' and title
  end)
end

local function preview()
  shown('Packlens preview Order.pay', 'packlens://shop/Order.pay')
end

t.case('in the preview: callers and impact are of what it shows', function()
  t.at('till.take')
  preview()
  t.matches(listed('Packlens callers'), '^Callers of Order%.pay: ', 'the list of callers')
  vim.cmd('cclose')
  preview()
  t.matches(listed('Packlens impact'), '^Impact of Order%.pay: ', 'the list of the impact')
  vim.cmd('cclose')
end)

t.case('in the preview: the file is that in which it was asked', function()
  preview()
  t.matches(t.ask('Packlens copy-file'), '^Packlens: orders%.py copied', 'what is said')
  t.same(vim.fn.getreg('+'), t.cli_pack('--entry', 'shop/orders.py'), 'register +')
end)

t.case('in the preview: questions of the whole folder are answered', function()
  t.matches(t.ask('Packlens ask how is an order paid'), '^Packlens: .* copied', 'ask')
  t.matches(t.ask('Packlens copy-with explain'), '^Packlens: Order%.pay copied', 'copy-with')
  t.matches(vim.fn.getreg('+'), 'Order%.pay', 'with its words')
  t.matches(t.ask('Packlens copy-new'), '^Packlens: Order%.pay copied', 'copy-new')
  t.matches(t.ask('Packlens basket add'), '^Packlens: Order%.pay added; 1 in the basket of shop', 'basket add')
  t.matches(t.ask('Packlens verify'), '^Packlens: the pack in the preview matches', 'verify')
  t.matches(t.ask('Packlens status'), '^Packlens: shop: ', 'status')
  t.matches(listed('Packlens find pay'), '^About "pay": ', 'find')
  vim.cmd('cclose')
end)

t.case('a map takes the place of the preview, and is not copied as one', function()
  preview()
  shown('Packlens map', 'packlens://shop/map')
  local map = text_of(0)
  t.matches(
    t.ask('Packlens copy'),
    '^Packlens: what is shown here is about no one symbol; name it, or ask in its file$',
    'copy'
  )
  t.matches(t.ask('Packlens copy Till.take'), '^Packlens: Till%.take copied', 'a name')
  vim.cmd('Packlens budget 1000')
  t.matches(t.ask('Packlens copy-file'), '^Packlens: orders%.py copied', 'the file')
  t.same(text_of(0), map, 'the map still')
  t.ask('Packlens budget default')
end)

t.case('in the preview of the basket: what is in it', function()
  vim.cmd('buffer ' .. source)
  t.ask('Packlens basket add Till.take')
  shown('Packlens basket preview', 'packlens://shop/2 targets')
  t.matches(t.ask('Packlens copy-with test'), '^Packlens: 2 targets copied', 'what is said')
  t.ask('Packlens basket clear')
end)

t.case('in a preview whose server was started again: it is asked again', function()
  preview()
  local here = vim.api.nvim_get_current_buf()
  t.ask('Packlens restart')
  vim.api.nvim_buf_set_lines(source, 3, 4, false, { '    currency = "again"' })
  vim.api.nvim_set_current_buf(here)
  vim.cmd('Packlens preview')
  t.wait('the edit', function()
    return text_of(here):match('currency = "again"')
  end)
end)

t.case('in a list of places: the row under the cursor', function()
  vim.cmd('only')
  vim.cmd('buffer ' .. source)
  listed('Packlens callers Order.pay')
  t.same(vim.bo.buftype, 'quickfix', 'in the list')
  local row = vim.fn.getqflist()[1]
  local symbol = row.text:match('^[%w_.]+')
  t.matches(t.ask('Packlens copy'), ('^Packlens: %s copied'):format(vim.pesc(symbol)), 'copy')
  t.same(t.ask('1Packlens copy'), 'Packlens: one row of the list at a time; ask without a range', 'a range')
  t.matches(t.ask('Packlens basket add'), ('^Packlens: %s added'):format(vim.pesc(symbol)), 'basket add')
  t.matches(t.ask('Packlens copy-file'), '^Packlens: %w+%.py copied', 'copy-file')
  t.same(vim.bo.buftype, 'quickfix', 'still in the list')
  t.ask('Packlens basket clear')
end)

t.case('in an empty list, and in help: named targets and questions in words', function()
  vim.fn.setqflist({}, 'r', { items = {} })
  t.same(t.ask('Packlens copy'), 'Packlens: this buffer is no file; ask in a Python buffer', 'copy')
  vim.cmd('help')
  t.same(t.ask('Packlens copy-file'), 'Packlens: this buffer is no file; ask in a Python buffer', 'copy-file')
  t.matches(t.ask('Packlens ask how is an order paid'), '^Packlens: .* copied', 'ask')
  shown('Packlens map', 'packlens://shop/map')
end)

t.done()
