--- Lenses: shown in the buffers the server is attached to, and the commands that they run.
---
--- The server says when a lens would read otherwise (`workspace/codeLens/refresh`). Before 0.12 Neovim also takes
--- the lens off every line that is edited, whether or not it still holds; those are put back once typing rests.

local compat = require('packlens.compat')
local options = require('packlens.options')

local M = {}

local REST_MS = 400

---@class packlens.Shown
---@field client_id integer
---@field lenses table[]
---@field lines integer of the buffer, when the lenses were made

---@type table<integer, packlens.Shown> by buffer
local shown = {}

---@type table<integer, integer> by buffer: counts questions, so that only the last one's answer is shown
local rounds = {}

---@type table<integer, integer> by buffer: counts edits, so that only the last one's pause is acted on
local edits = {}

--- What the client says of itself, as far as lenses go.
---@return table
function M.capabilities()
  return { workspace = { codeLens = { refreshSupport = options.lens ~= false } } }
end

--- Work out what every lens says, then call back once.
---@param client table
---@param bufnr integer
---@param lenses table[]
---@param callback fun()
local function resolve(client, bufnr, lenses, callback)
  local open = 1
  local function close()
    open = open - 1
    if open == 0 then
      callback()
    end
  end
  for _, lens in ipairs(lenses) do
    if not lens.command then
      open = open + 1
      compat.request(client, 'codeLens/resolve', lens, function(_, resolved)
        lens.command = resolved and resolved.command
        close()
      end, bufnr)
    end
  end
  close()
end

--- Ask for the lenses of a buffer and show them, all at once: Neovim's own handler shows `Unresolved lens` first.
---@param client table
---@param bufnr integer
function M.show(client, bufnr)
  if options.lens == false or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  if compat.lenses_are_kept then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    return
  end
  local round = (rounds[bufnr] or 0) + 1
  rounds[bufnr] = round
  local params = { textDocument = { uri = vim.uri_from_bufnr(bufnr) } }
  compat.request(client, 'textDocument/codeLens', params, function(err, lenses)
    if err or not lenses or not vim.api.nvim_buf_is_loaded(bufnr) then
      return
    end
    local lines = vim.api.nvim_buf_line_count(bufnr)
    resolve(client, bufnr, lenses, function()
      if rounds[bufnr] == round and vim.api.nvim_buf_is_loaded(bufnr) then
        shown[bufnr] = { client_id = client.id, lenses = lenses, lines = lines }
        vim.lsp.codelens.save(lenses, bufnr, client.id)
        vim.lsp.codelens.display(lenses, bufnr, client.id)
      end
    end)
  end, bufnr)
end

--- Put back what an edit took off. With lines added or removed the server has new places, and says so.
---@param bufnr integer
local function put_back(bufnr)
  local last = shown[bufnr]
  if not last or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  if vim.api.nvim_buf_line_count(bufnr) == last.lines and vim.lsp.get_client_by_id(last.client_id) then
    vim.lsp.codelens.display(last.lenses, bufnr, last.client_id)
  end
end

---@param bufnr integer
local function put_back_after_rest(bufnr)
  local edit = (edits[bufnr] or 0) + 1
  edits[bufnr] = edit
  vim.defer_fn(function()
    if edits[bufnr] == edit then
      put_back(bufnr)
    end
  end, REST_MS)
end

---@param client table
---@param bufnr integer
function M.attached(client, bufnr)
  if options.lens == false then
    return
  end
  M.show(client, bufnr)
  if compat.lenses_are_kept then
    return
  end
  local group = vim.api.nvim_create_augroup('packlens.lens.' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'InsertLeave' }, {
    group = group,
    buffer = bufnr,
    callback = function()
      put_back_after_rest(bufnr)
    end,
  })
  vim.api.nvim_create_autocmd({ 'BufUnload' }, {
    group = group,
    buffer = bufnr,
    callback = function()
      shown[bufnr], edits[bufnr], rounds[bufnr] = nil, nil, nil
    end,
  })
end

---@param command table
---@param ctx table
---@param run fun(client: table, bufnr: integer, argument: table)
local function clicked(command, ctx, run)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  local bufnr = ctx.bufnr or vim.api.nvim_get_current_buf()
  local argument = (command.arguments or {})[1]
  if client and argument then
    run(client, bufnr, argument)
    -- Neovim takes a lens off its line before it runs the command.
    vim.schedule(function()
      put_back(bufnr)
    end)
  end
end

--- Define the commands that lenses and code actions name.
function M.define_commands()
  vim.lsp.commands['packlens.copyContext'] = function(command, ctx)
    clicked(command, ctx, function(client, bufnr, argument)
      require('packlens.pack').copy(client, bufnr, { targets = argument.targets })
    end)
  end
  vim.lsp.commands['packlens.showCallers'] = function(command, ctx)
    clicked(command, ctx, function(client, bufnr, argument)
      require('packlens.callers').show(client, bufnr, { target = argument.target })
    end)
  end
  vim.lsp.commands['packlens.showImpact'] = function(command, ctx)
    clicked(command, ctx, function(client, bufnr, argument)
      require('packlens.impact').show(client, bufnr, { targets = { argument.target } })
    end)
  end
end

return M
