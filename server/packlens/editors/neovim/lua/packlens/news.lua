--- What servers say of themselves between questions (`packlens/statusChanged`).

local M = {}

---@class packlens.News
---@field phase 'indexing'|'ready'|'problem'
---@field percentage? integer
---@field files integer
---@field symbols integer
---@field pending integer
---@field message? string

---@type table<integer, packlens.News> by client
local news = {}

--- A value that JSON wrote as null is absent.
---@param value any
---@return any
local function present(value)
  if value == vim.NIL then
    return nil
  end
  return value
end

---@param client_id integer
---@param heard packlens.News
function M.heard(client_id, heard)
  news[client_id] = {
    phase = heard.phase,
    percentage = present(heard.percentage),
    files = heard.files,
    symbols = heard.symbols,
    pending = heard.pending,
    message = present(heard.message),
  }
  vim.cmd('redrawstatus')
end

--- What a client's server last said.
---@param client_id integer
---@return packlens.News?
function M.of(client_id)
  return news[client_id]
end

--- The client is gone.
---@param client_id integer
function M.forget(client_id)
  news[client_id] = nil
end

---@param bufnr integer
---@return string
function M.statusline(bufnr)
  local client = require('packlens.client').of(bufnr)
  local last = client and news[client.id]
  if not last then
    return ''
  elseif last.phase == 'indexing' then
    return last.percentage and ('packlens %d%%'):format(last.percentage) or 'packlens …'
  elseif last.phase == 'problem' then
    return 'packlens problem'
  end
  local say = require('packlens.say')
  return ('packlens %s'):format(say.number(last.symbols))
    .. (last.pending > 0 and (', %s pending'):format(say.number(last.pending)) or '')
end

return M
