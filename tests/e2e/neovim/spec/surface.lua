local t = require('check')

t.memory_clipboard()
t.turn_on()
t.open('shop/orders.py')
t.client()

local runtime = vim.fn.fnamemodify(vim.api.nvim_get_runtime_file('lua/packlens/init.lua', false)[1], ':h:h:h')

t.case('completion', function()
  local copies = vim.fn.getcompletion('Packlens co', 'cmdline')
  t.same(copies, { 'copy', 'copy-file', 'copy-diff', 'copy-new', 'copy-with' }, 'subcommands')
  t.same(vim.fn.getcompletion('Packlens basket c', 'cmdline'), { 'copy', 'clear' }, 'of the basket')
  t.same(vim.fn.getcompletion('Packlens budget d', 'cmdline'), { 'default' }, 'of the budget')
  t.same(vim.fn.getcompletion('1,3Packlens pre', 'cmdline'), { 'preview' }, 'behind a range')
  t.same(vim.fn.getcompletion('Packlens status ', 'cmdline'), {}, 'where there is nothing')
end)

t.case('no key is mapped, <Plug> maps are there', function()
  local plugs = {}
  for _, mode in ipairs({ 'n', 'x' }) do
    for _, map in ipairs(vim.api.nvim_get_keymap(mode)) do
      local keys = map.lhs
      if keys:match('packlens') then
        table.insert(plugs, mode .. ' ' .. keys)
      elseif (map.rhs or ''):match('[Pp]acklens') then
        t.fail(keys .. ' is mapped')
      end
    end
  end
  table.sort(plugs)
  t.same(plugs, {
    'n <Plug>(packlens-ask)',
    'n <Plug>(packlens-basket-add)',
    'n <Plug>(packlens-basket-copy)',
    'n <Plug>(packlens-callers)',
    'n <Plug>(packlens-copy)',
    'n <Plug>(packlens-copy-diff)',
    'n <Plug>(packlens-copy-file)',
    'n <Plug>(packlens-impact)',
    'n <Plug>(packlens-map)',
    'n <Plug>(packlens-preview)',
    'x <Plug>(packlens-basket-add)',
    'x <Plug>(packlens-copy)',
    'x <Plug>(packlens-preview)',
  }, 'the maps')
end)

t.case('a <Plug> map does what it says', function()
  vim.keymap.set('n', 'gc', '<Plug>(packlens-copy-file)', { remap = true })
  t.said = {}
  vim.api.nvim_feedkeys('gc', 'tx', false)
  t.wait('a word on it', function()
    return #t.said > 0
  end)
  t.matches(t.said[1], 'orders%.py copied', 'what is said')
end)

t.case('checkhealth', function()
  vim.cmd('checkhealth packlens')
  local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  for _, pattern in ipairs({
    'Neovim %d+%.%d+%.%d+',
    'packlens [%d.]+ %(/',
    'turned on for Python buffers',
    'serves ' .. vim.pesc(t.workspace) .. ': 1 buffer, positions in utf%-%d+, ready',
    'there is a clipboard for register %+',
    'lenses are shown',
  }) do
    t.matches(report, pattern, 'the report')
  end
  t.same(report:match('ERROR[^\n]*'), nil, 'errors')
  vim.cmd('bwipeout!')
end)

t.case('checkhealth names a program that is not there', function()
  require('packlens.options').set({ cmd = { '/nowhere/packlens', 'lsp' } })
  vim.cmd('checkhealth packlens')
  local report = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  t.matches(report, '/nowhere/packlens is not executable', 'the report')
  require('packlens.options').set({})
  vim.cmd('bwipeout!')
end)

t.case('help: tags build, and every subcommand and map has one', function()
  local copy = vim.fn.tempname()
  vim.fn.mkdir(copy, 'p')
  vim.fn.writefile(vim.fn.readfile(runtime .. '/doc/packlens.txt'), copy .. '/packlens.txt')
  vim.cmd('helptags ' .. copy)
  t.same(vim.fn.readfile(runtime .. '/doc/tags'), vim.fn.readfile(copy .. '/tags'), 'the tags that are shipped')
  local tags = {}
  for _, line in ipairs(vim.fn.readfile(copy .. '/tags')) do
    tags[line:match('^[^\t]+')] = true
  end
  local wanted = { 'packlens', 'packlens.txt', ':Packlens', 'packlens.setup()', 'packlens.statusline()' }
  for _, name in ipairs(require('packlens.commands').names) do
    table.insert(wanted, ':Packlens-' .. name)
  end
  for _, map in ipairs(vim.api.nvim_get_keymap('n')) do
    if map.lhs:match('packlens') then
      table.insert(wanted, map.lhs)
    end
  end
  for _, tag in ipairs(wanted) do
    t.same(tags[tag], true, 'tag ' .. tag)
  end
  for _, line in ipairs(vim.fn.readfile(runtime .. '/doc/packlens.txt')) do
    if #line > 79 then
      t.fail('a long line: ' .. line)
    end
    for tag in line:gmatch('|(%S-)|') do
      if tag:match('[Pp]acklens') then
        t.same(tags[tag], true, 'the link ' .. tag)
      end
    end
  end
end)

t.case('every module loads by itself', function()
  local files = vim.api.nvim_get_runtime_file('lua/packlens/**/*.lua', true)
  t.same(#files > 20, true, 'modules')
  for _, file in ipairs(files) do
    t.same((loadfile(file)) ~= nil, true, file)
  end
end)

t.done()
