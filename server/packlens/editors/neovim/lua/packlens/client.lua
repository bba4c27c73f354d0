--- Which server answers for a buffer, and one question to it. What goes wrong is said in one line, with what to try.

local compat = require('packlens.compat')
local say = require('packlens.say')

local M = {}

--- How long a server may take to start before that is said, in steps of STEP_MS.
local START_MS, STEP_MS = 60000, 50

--- After how long a person is told what they wait for.
local PATIENCE_MS = 700

---@param client table
---@return boolean
local function is_serving(client)
  return require('packlens.attach').is_ours(client) and not require('packlens.server').stopping[client.id]
end

--- The client that answers for a buffer: of several, the one with the innermost root.
---@param bufnr integer
---@return table?
function M.of(bufnr)
  local best
  for _, client in ipairs(compat.clients(bufnr)) do
    if is_serving(client) then
      local root = client.config.root_dir or ''
      if not best or #root > #(best.config.root_dir or '') then
        best = client
      end
    end
  end
  return best
end

--- Every client of ours, by root.
---@return table[]
function M.all()
  local ours = vim.tbl_filter(is_serving, compat.clients())
  table.sort(ours, function(one, other)
    return (one.config.root_dir or '') < (other.config.root_dir or '')
  end)
  return ours
end

--- The folder a client serves, by its name.
---@param client table
---@return string
function M.name(client)
  return vim.fn.fnamemodify(client.config.root_dir or '', ':t')
end

---@param bufnr integer
---@return string
local function short_name(bufnr)
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':t')
end

--- Why there is no client for a buffer, and what to try.
---@param bufnr integer
---@return string
function M.why_none(bufnr)
  if vim.bo[bufnr].buftype ~= '' then
    return 'this buffer is no file; ask in a Python buffer'
  end
  local name = short_name(bufnr)
  if name == '' then
    return 'this buffer has no name yet; write it into the project (:w name.py) and ask again'
  end
  if vim.bo[bufnr].filetype ~= 'python' then
    return ('%s is not Python; ask in a Python buffer'):format(name)
  end
  if not compat.enabled() then
    local how = vim.lsp.enable and "vim.lsp.enable('packlens')" or "require('packlens').setup()"
    return ('not turned on; put %s in init.lua'):format(how)
  end
  local root = require('packlens.root').of(bufnr)
  if not root then
    return ('%s is in no project: none of %s above it; :cd to its folder, or give setup() a `root`'):format(
      name,
      require('packlens.root').markers
    )
  end
  local server = require('packlens.server')
  if vim.fn.executable(server.command()[1]) == 0 then
    return ('%s is not executable; install packlens, or give setup() a `cmd`; :checkhealth packlens'):format(
      server.command()[1]
    )
  end
  return ('no server runs for %s%s; try :Packlens restart, then :checkhealth packlens'):format(
    name,
    server.ended[root] and (' (the last one %s)'):format(server.ended[root]) or ''
  )
end

--- Whether a server for the root is on its way; one that was never started is started.
---@param bufnr integer
---@param root string
---@return boolean
local function is_coming(bufnr, root)
  local server = require('packlens.server')
  if server.ended[root] or vim.fn.executable(server.command()[1]) == 0 then
    return false
  end
  return server.starting[root] or compat.launch(bufnr)
end

--- Look for the client of a buffer until it is there, it has ended, or the time is up.
---@param bufnr integer
---@param root string
---@param left integer milliseconds
---@param callback fun(client: table)
local function await(bufnr, root, left, callback)
  if not vim.api.nvim_buf_is_valid(bufnr) then
    return
  end
  local client = M.of(bufnr)
  if client then
    callback(client)
  elseif left <= 0 or require('packlens.server').ended[root] then
    say.error(M.why_none(bufnr))
  else
    vim.defer_fn(function()
      await(bufnr, root, left - STEP_MS, callback)
    end, STEP_MS)
  end
end

--- Call back with the client of a buffer, once it is there; else say why there is none.
---@param bufnr integer
---@param callback fun(client: table)
function M.with(bufnr, callback)
  local client = M.of(bufnr)
  if client then
    callback(client)
    return
  end
  local root = vim.bo[bufnr].filetype == 'python' and require('packlens.root').of(bufnr)
  if root and is_coming(bufnr, root) then
    await(bufnr, root, START_MS, callback)
  else
    say.error(M.why_none(bufnr))
  end
end

--- The clients a question of the whole workspace goes to: the buffer's, else all.
---@param bufnr integer
---@return table[]
function M.of_buffer_or_all(bufnr)
  local client = M.of(bufnr)
  return client and { client } or M.all()
end

--- Call back with the client for a question that is about no place in the buffer: the buffer's, else the only one.
---@param bufnr integer
---@param callback fun(client: table)
function M.with_any(bufnr, callback)
  local clients = M.of_buffer_or_all(bufnr)
  if #clients == 1 then
    callback(clients[1])
  else
    M.with(bufnr, callback)
  end
end

--- The buffer as the file in view, for answers that put what is near it first; nothing where it is not the client's.
---@param client table
---@param bufnr integer
---@return string[]?
function M.focus(client, bufnr)
  local own = M.of(bufnr)
  return own and own.id == client.id and { vim.uri_from_bufnr(bufnr) } or nil
end

--- Call back with each client that a question of the whole workspace goes to; where none runs, with the buffer's.
---@param bufnr integer
---@param callback fun(client: table)
function M.each(bufnr, callback)
  local clients = M.of_buffer_or_all(bufnr)
  if #clients == 0 then
    M.with(bufnr, callback)
  end
  for _, client in ipairs(clients) do
    callback(client)
  end
end

---@param client table
local function say_what_is_waited_for(client)
  local last = require('packlens.news').of(client.id)
  if last and last.phase == 'indexing' then
    say.info(
      ('indexing %s%s; the answer follows'):format(
        M.name(client),
        last.percentage and (', %d%%'):format(last.percentage) or ''
      )
    )
  end
end

--- Ask the server. An answer is handed on; an error is said.
---@param client table
---@param bufnr integer
---@param method string
---@param params table
---@param callback fun(result: any)
function M.request(client, bufnr, method, params, callback)
  local answered = false
  local sent = compat.request(client, method, params, function(err, result)
    answered = true
    if err then
      say.error(err.message or tostring(err))
    else
      callback(result)
    end
  end, bufnr)
  if not sent then
    say.error(M.why_none(bufnr))
    return
  end
  vim.defer_fn(function()
    if not answered then
      say_what_is_waited_for(client)
    end
  end, PATIENCE_MS)
end

--- Run a command of the server.
---@param client table
---@param bufnr integer
---@param command string
---@param argument table
---@param callback fun(result: any)
function M.execute(client, bufnr, command, argument, callback)
  local params = { command = command, arguments = { next(argument) and argument or vim.empty_dict() } }
  M.request(client, bufnr, 'workspace/executeCommand', params, callback)
end

return M
