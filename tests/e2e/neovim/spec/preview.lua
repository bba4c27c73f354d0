local t = require('check')

t.memory_clipboard()
t.turn_on()
local source = t.open('shop/orders.py')
local preview

local function text_of(bufnr)
  return table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n') .. '\n'
end

local function shown()
  return require('packlens.preview').of(vim.api.nvim_get_current_buf())
end

t.case('preview: the pack as it would be copied, in a buffer that cannot be edited', function()
  t.at('till.take')
  vim.cmd('Packlens preview')
  t.wait('the preview', shown)
  preview = vim.api.nvim_get_current_buf()
  t.same(text_of(preview), t.cli_pack('--entry', 'shop/orders.py::Order.pay'), 'the text')
  t.same(vim.bo.filetype, 'markdown', 'filetype')
  t.same(vim.bo.modifiable, false, 'modifiable')
  t.same(vim.bo.buftype, 'nofile', 'buftype')
  t.same(vim.api.nvim_buf_get_name(preview), 'packlens://shop/Order.pay', 'the name')
  if vim.fn.exists('+winbar') == 1 then
    t.matches(vim.wo.winbar, '^Order%.pay: %d+/4,000 tokens, 1 possible$', 'the bar')
  end
end)

t.case('preview: copy in it copies what it shows', function()
  t.ask('Packlens copy')
  t.same(vim.fn.getreg('+'), text_of(preview), 'register +')
end)

t.case('preview: follows the budget', function()
  local before = text_of(preview)
  t.ask('Packlens budget 150')
  t.wait('a smaller pack', function()
    return text_of(preview) ~= before
  end)
  t.same(text_of(preview), t.cli_pack('--entry', 'shop/orders.py::Order.pay', '--budget', '150'), 'the text')
  t.ask('Packlens budget default')
  t.wait('the pack as before', function()
    return text_of(preview) == before
  end)
end)

t.case('preview: q closes it, and it is used again', function()
  vim.api.nvim_feedkeys('q', 'tx', false)
  t.same(vim.api.nvim_get_current_buf(), source, 'back in the file')
  vim.cmd('Packlens preview Till.take')
  t.wait('the preview', shown)
  t.same(vim.api.nvim_get_current_buf(), preview, 'the same buffer')
  t.same(#vim.api.nvim_tabpage_list_wins(0), 2, 'windows')
  t.same(text_of(preview), t.cli_pack('--entry', 'Till.take'), 'the text')
end)

t.case('preview: q in the only window goes back to the file', function()
  vim.cmd('only')
  vim.api.nvim_feedkeys('q', 'tx', false)
  t.same(vim.api.nvim_get_current_buf(), source, 'the file')
  vim.cmd('Packlens preview Till.take')
  t.wait('the preview', shown)
end)

t.case('preview: asked again from the file it uses its window', function()
  vim.cmd('wincmd p')
  t.same(vim.api.nvim_get_current_buf(), source, 'in the file')
  vim.cmd('1,3Packlens preview')
  t.wait('the preview', function()
    return shown() and text_of(preview):match('orders%.py:1%-3')
  end)
  t.same(#vim.api.nvim_tabpage_list_wins(0), 2, 'windows')
end)

t.case('preview: in the preview it asks again, for the text as it is now', function()
  vim.api.nvim_buf_set_lines(source, 3, 4, false, { '    currency = "ÄÖÜ"' })
  vim.cmd('Packlens preview')
  t.wait('the edit', function()
    return text_of(preview):match('currency = "ÄÖÜ"')
  end)
end)

t.case('preview: modifiers of the command say where', function()
  vim.cmd('only')
  vim.cmd('buffer ' .. source)
  vim.cmd('vertical Packlens preview Order.total')
  t.wait('the preview', shown)
  t.same(vim.fn.winlayout()[1], 'row', 'side by side')
end)

t.done()
