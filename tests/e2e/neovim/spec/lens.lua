local t = require('check')

t.memory_clipboard()
t.turn_on()
local bufnr = t.open('shop/orders.py')

local lens = require('packlens.lens')

--- Run the lens of the cursor line whose title begins so.
---@param title string
local function click(title)
  vim.ui.select = function(options, settings, choose)
    for _, option in ipairs(options) do
      local text = settings.format_item(option)
      if vim.startswith(text, title) then
        return choose(option)
      end
    end
    t.fail('no lens begins with ' .. title)
  end
  vim.lsp.codelens.run()
end

local PAY = 13

t.case('lenses show prices, callers and tests', function()
  t.wait('lenses', function()
    return t.lens_of(PAY):match('copy context %d+ | 1 caller | 0 tests$')
  end)
  t.matches(t.lens_of(1), 'copy context %d+ | %d callers | 0 tests$', 'the lens of the class')
  t.matches(t.lens_of(2), '^$', 'no lens on other lines')
end)

t.case('the lens copies what the command line prints', function()
  t.said = {}
  t.at('def pay')
  click('copy context')
  t.wait('a word on it', function()
    return #t.said > 0
  end)
  local pack = t.cli_pack('--entry', 'shop/orders.py::Order.pay')
  t.same(vim.fn.getreg('+'), pack, 'register +')
  t.same(vim.fn.getreg('"'), pack, 'register "')
  local price = t.lens_of(PAY):match('copy context (%d+)')
  t.matches(t.said[1], 'Order%.pay copied, ' .. price .. '/4,000 tokens', 'the price of the lens is what was copied')
end)

t.case('the lens stays after it was run', function()
  t.wait('the lens', function()
    return t.lens_of(PAY):match('copy context %d+ | 1 caller | 0 tests$')
  end)
end)

t.case('the lens of callers fills the quickfix list', function()
  t.at('def pay')
  click('1 caller')
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() == 1
  end)
  t.same(vim.fn.getqflist()[1].text, 'sell: order.pay(Till())', 'the row')
  vim.cmd('cclose')
end)

t.case('lenses follow unsaved edits', function()
  vim.api.nvim_buf_set_lines(bufnr, 0, 0, false, { 'import json', '', '' })
  t.wait('the lens three lines down', function()
    return t.lens_of(PAY + 3):match('copy context %d+ | 1 caller | 0 tests$')
  end)
  vim.api.nvim_buf_set_lines(bufnr, -1, -1, false, { '', '', 'def again(order):', '    Order(1).pay(order)' })
  t.wait('the second caller', function()
    return t.lens_of(PAY + 3):match('copy context %d+ | 2 callers | 0 tests$')
  end)
end)

t.case('a lens that an edit of its line takes off comes back', function()
  local line = PAY + 3
  local text = vim.api.nvim_buf_get_lines(bufnr, line - 1, line, false)[1]
  local before = t.lens_of(line)
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.api.nvim_feedkeys('A  ' .. vim.api.nvim_replace_termcodes('<Esc>', true, false, true), 'tx', false)
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = bufnr })
  t.wait('the lens', function()
    return t.lens_of(line) == before
  end)
  vim.api.nvim_buf_set_lines(bufnr, line - 1, line, false, { text })
end)

t.case('lenses stay while the buffer does not parse', function()
  vim.api.nvim_buf_set_lines(bufnr, -1, -1, false, { '', 'def broken(:' })
  vim.wait(1500, function()
    return false
  end)
  t.matches(t.lens_of(PAY + 3), 'copy context %d+ | 2 callers | 0 tests$', 'the lens')
end)

t.case('the code action copies too', function()
  t.said = {}
  t.at('def pay')
  vim.ui.select = function(options, _, choose)
    choose(options[1])
  end
  vim.lsp.buf.code_action()
  t.wait('a word on it', function()
    return #t.said > 0
  end)
  t.matches(t.said[1], 'Order%.pay copied', 'what is said')
end)

t.case('lenses can be turned off', function()
  require('packlens.options').set({ lens = false })
  t.same(lens.capabilities().workspace.codeLens.refreshSupport, false, 'what the client says of itself')
end)

t.done()
