--- Lines of files as Neovim would show them, and places in them as the quickfix list wants them.
---
--- The server counts columns in code points; the quickfix list wants bytes, which only the line itself can tell.

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

--- A function that gives a line of a file below `root`; each file is read once.
---@param root string
---@return fun(path: string, number: integer): string
function M.reader(root)
  local read = {}
  return function(path, number)
    read[path] = read[path] or lines_of(root .. '/' .. path)
    return as_utf8((read[path][number] or ''):gsub('\r$', ''))
  end
end

--- A column in code points from 0 as a byte column from 1.
---@param line string
---@param column integer
---@return integer
function M.byte_column(line, column)
  local byte = vim.fn.byteidxcomp(line, column)
  return (byte >= 0 and byte or #line) + 1
end

--- Show rows in the quickfix list.
---@param title string
---@param items table[]
function M.list(title, items)
  vim.fn.setqflist({}, ' ', { title = title, items = items })
  vim.cmd('botright copen')
end

return M
