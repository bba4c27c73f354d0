--- Neovim's own LSP client and nothing else: no runtime files of ours, no commands of ours.

local t = require('check')

local command = { t.packlens, 'lsp' }
local options = { settings = { jedi = { enabled = false } } } -- so that every count stands at once

if vim.lsp.config then
  vim.lsp.config('packlens', {
    cmd = command,
    filetypes = { 'python' },
    root_markers = { '.git' },
    init_options = options,
  })
  vim.lsp.enable('packlens')
else
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'python',
    callback = function(event)
      local id = vim.lsp.start_client({
        name = 'packlens',
        cmd = command,
        root_dir = t.workspace,
        init_options = options,
      })
      vim.lsp.buf_attach_client(event.buf, id)
    end,
  })
end

local bufnr = t.open('shop/orders.py')
local messages = {}
vim.lsp.handlers['window/showMessage'] = function(_, result)
  table.insert(messages, result.message)
  return vim.NIL
end

local function lenses()
  local titles = {}
  for _, lens in ipairs(vim.lsp.codelens.get(bufnr)) do
    table.insert(titles, ('%d %s'):format(lens.range.start.line, lens.command and lens.command.title or '?'))
  end
  table.sort(titles)
  return titles
end

local function click(line, title)
  vim.ui.select = function(options, settings, choose)
    for _, option in ipairs(options) do
      if vim.startswith(settings.format_item(option), title) then
        return choose(option)
      end
    end
  end
  vim.api.nvim_set_current_buf(bufnr)
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  vim.lsp.codelens.run()
end

--- Where the answer was put: a buffer that was opened, or the file that a message names.
local function answer(what)
  return t.wait(what, function()
    local name = vim.api.nvim_buf_get_name(0)
    if vim.api.nvim_get_current_buf() ~= bufnr then
      return name
    end
    return #messages > 0 and messages[#messages]:match(': (/.*)$')
  end)
end

t.case('nothing of ours is loaded', function()
  t.same(#vim.api.nvim_get_runtime_file('lua/packlens/init.lua', false), 0, 'runtime files')
  t.same(vim.fn.exists(':Packlens'), 0, 'the command')
end)

t.case('lenses', function()
  t.wait('the server', function()
    local get = vim.lsp.get_clients or vim.lsp.get_active_clients
    local client = get()[1]
    return client and next(client.server_capabilities) ~= nil
  end)
  t.wait('lenses with prices', function()
    vim.lsp.codelens.refresh(vim.fn.has('nvim-0.10') == 1 and { bufnr = bufnr } or nil)
    vim.wait(300)
    return vim.tbl_contains(lenses(), '12 1 caller')
  end)
end)

t.case('the lens of the context shows the pack', function()
  click(13, 'copy context')
  local file = answer('the pack')
  t.same(table.concat(vim.fn.readfile(file, 'b'), '\n'), t.cli_pack('--entry', 'shop/orders.py::Order.pay'), 'the pack')
  t.same(vim.fn.getfperm(file), 'rw-------', 'only its owner reads it')
  vim.api.nvim_set_current_buf(bufnr)
end)

t.case('the lens of the callers shows them', function()
  messages = {}
  click(13, '1 caller')
  local text = table.concat(vim.fn.readfile(answer('the callers'), 'b'), '\n')
  t.matches(text, '1 caller\n  shop/till%.py::sell\n    16: order%.pay%(Till%(%)%)', 'the callers')
  vim.api.nvim_set_current_buf(bufnr)
end)

t.case('the code action runs', function()
  messages = {}
  vim.api.nvim_win_set_cursor(0, { 10, 0 })
  vim.ui.select = function(options, _, choose)
    choose(options[1])
  end
  vim.lsp.buf.code_action()
  t.matches(answer('the pack'), 'Order%.total', 'the file')
  vim.api.nvim_set_current_buf(bufnr)
end)

t.case('the call hierarchy', function()
  vim.api.nvim_win_set_cursor(0, { 13, 8 })
  vim.lsp.buf.incoming_calls()
  t.wait('the quickfix list', function()
    return #vim.fn.getqflist() == 1
  end)
  t.same(vim.fn.getqflist()[1].lnum, 16, 'the line of the call')
end)

t.done()
