--- Callers of a symbol in the quickfix list: the settled ones first, then the possible ones, marked as such.
---
--- The server counts columns in code points; the quickfix list wants bytes, which only the line itself can tell.

local client_of = require('packlens.client')
local say = require('packlens.say')

local M = {}

--- A file's lines as they are now: those of its buffer, else of the disk.
---@param path string
---@return string[]
local function lines_of(path)
  local bufnr = vim.fn.bufnr('^' .. vim.fn.fnameescape(path) .. '$')
  if bufnr ~= -1 and vim.api.nvim_buf_is_loaded(bufnr) then
    return vim.api.nvim_buf_get_lines(bufnr, 0, -1, false)
  end
  local read, lines = pcall(vim.fn.readfile, path)
  if not read then
    return {}
  end
  if lines[1] then
    lines[1] = lines[1]:gsub('^\239\187\191', '')
  end
  return lines
end

--- The text of a line as Neovim would show it. A file that is not UTF-8 is read as latin1, one byte a character.
---@param line string
---@return string
local function as_utf8(line)
  if line:find('[\128-\255]') and vim.fn.iconv(line, 'utf-8', 'utf-8') ~= line then
    return vim.fn.iconv(line, 'latin1', 'utf-8')
  end
  return line
end

--- A column in code points from 0 as a byte column from 1.
---@param line string
---@param column integer
---@return integer
local function byte_column(line, column)
  local byte = vim.fn.byteidxcomp(line, column)
  return (byte >= 0 and byte or #line) + 1
end

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
  local read = {}
  local function line_at(path, number)
    read[path] = read[path] or lines_of(root .. '/' .. path)
    return as_utf8((read[path][number] or ''):gsub('\r$', ''))
  end
  local items = {}
  for _, row in ipairs(answer.callers) do
    local line = line_at(row.path, row.line)
    table.insert(items, {
      filename = root .. '/' .. row.path,
      lnum = row.line,
      col = byte_column(line, row.column),
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
    vim.fn.setqflist({}, ' ', { title = ('Callers of %s: %s'):format(name, figures(answer)), items = items })
    vim.cmd('botright copen')
  end)
end

return M
