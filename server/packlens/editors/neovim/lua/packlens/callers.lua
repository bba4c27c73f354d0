--- Callers of a symbol in the quickfix list: the settled ones first, then the possible ones, marked as such.

local client_of = require('packlens.client')
local say = require('packlens.say')
local sources = require('packlens.sources')

local M = {}

--- How a row is not simply a call.
---@param row table
---@return string
local function remark(row)
  local words = {}
  if row.edge ~= 'calls' then
    table.insert(words, row.edge)
  end
  if row.through ~= 'direct' then
    table.insert(words, row.through)
  end
  return #words > 0 and (' [%s]'):format(table.concat(words, ', ')) or ''
end

---@param root string
---@param answer table `packlens.callers/1`
---@return table[]
local function items_of(root, answer)
  local line_at = sources.reader(root)
  local items = {}
  for _, row in ipairs(answer.callers) do
    local line = line_at(row.path, row.line)
    table.insert(items, {
      filename = root .. '/' .. row.path,
      lnum = row.line,
      col = sources.byte_column(line, row.column),
      text = ('%s%s: %s'):format(row.qualname, remark(row), vim.trim(line)),
    })
  end
  for _, row in ipairs(answer.possible) do
    local line = line_at(row.path, row.line)
    local at = line:find(row.name, 1, true)
    table.insert(items, {
      filename = root .. '/' .. row.path,
      lnum = row.line,
      col = at or 1,
      type = 'I',
      text = ('possible, in %s: %s'):format(require('packlens.pack').short(row.id), vim.trim(line)),
    })
  end
  return items
end

--- `3 callers, 2 possible`. A symbol that uses the target twice is one caller, as in the lens.
---@param answer table
---@return string
local function figures(answer)
  local symbols = {}
  for _, row in ipairs(answer.callers) do
    symbols[row.id] = true
  end
  local words = { say.count(vim.tbl_count(symbols), 'caller') }
  if #answer.possible > 0 then
    table.insert(words, ('%s possible'):format(say.number(#answer.possible)))
  end
  if answer.pending > 0 then
    table.insert(words, ('%s pending'):format(say.number(answer.pending)))
  end
  return table.concat(words, ', ')
end

---@param client table
---@param bufnr integer
---@param question { target?: string, uri?: string, position?: table }
function M.show(client, bufnr, question)
  client_of.execute(client, bufnr, 'packlens.server.callers', question, function(answer)
    local name = require('packlens.pack').short(answer.target.id)
    local items = items_of(client.config.root_dir, answer)
    if #items == 0 then
      say.info(('no callers of %s%s'):format(name, answer.pending > 0 and ', but some sites are pending' or ''))
      return
    end
    sources.list(('Callers of %s: %s'):format(name, figures(answer)), items)
  end)
end

return M
