local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')

local function copied(budget)
  t.at('till.take')
  t.ask('Packlens copy')
  t.same(
    vim.fn.getreg('+'),
    t.cli_pack('--entry', 'shop/orders.py::Order.pay', '--budget', tostring(budget)),
    'the pack of ' .. budget
  )
end

t.case('budget: a number', function()
  t.same(t.ask('Packlens budget 150'), 'Packlens: packs have up to 150 tokens now', 'what is said')
  copied(150)
end)

t.case('budget: thousands', function()
  t.same(t.ask('Packlens budget 1.5k'), 'Packlens: packs have up to 1,500 tokens now', 'what is said')
  copied(1500)
end)

t.case('budget: a server that starts later has it too', function()
  t.ask('Packlens budget 160')
  t.same(t.ask('Packlens restart'), 'Packlens: server of shop restarted', 'what is said')
  copied(160)
end)

t.case('budget: back to the settings', function()
  t.same(t.ask('Packlens budget default'), 'Packlens: the budget is that of the settings again', 'what is said')
  local whole = t.cli_pack('--entry', 'shop/orders.py::Order.pay', '--budget', '4000')
  t.wait('the budget of the settings', function() -- the server asks for them after it was told that they changed
    t.at('till.take')
    t.ask('Packlens copy')
    return vim.fn.getreg('+') == whole
  end)
end)

t.case('budget: picked from a list', function()
  local prompt
  vim.ui.select = function(options, settings, choose)
    prompt = settings.prompt
    t.same(options[1], 'default', 'the first of the list')
    choose('2000')
  end
  t.same(t.ask('Packlens budget'), 'Packlens: packs have up to 2,000 tokens now', 'what is said')
  t.same(prompt, 'Tokens a pack may have (now as in the settings)', 'the question')
end)

t.case('budget: no number', function()
  for _, word in ipairs({ 'much', '1.2.3', '0.5', 'k', '-3' }) do
    t.matches(t.ask('Packlens budget ' .. word), 'is no number of tokens; such as 8000, 8k or default', word)
  end
end)

t.done()
