--- What is meant in a buffer that is no file of the person's own: the scratch buffer is about what was asked for it, a
--- row of a quickfix or location list about the place that it names.

local M = {}

---@class packlens.About
---@field bufnr integer the file it is about
---@field targets? string[] the symbols it shows
---@field line? integer the line of the file, from 1
---@field why? string why there is no symbol to ask about, and what to try

---@param bufnr integer the scratch buffer
---@param shown table what it shows
---@return packlens.About
local function of_scratch(bufnr, shown)
  return {
    bufnr = vim.api.nvim_buf_is_valid(shown.bufnr) and shown.bufnr or bufnr,
    targets = (shown.question or {}).targets,
    why = 'what is shown here is about no one symbol; name it, or ask in its file',
  }
end

--- The row under the cursor. Its file is loaded, so that a server answers for it as for every other.
---@return packlens.About?
local function of_list()
  local window = vim.api.nvim_get_current_win()
  local rows = vim.fn.getwininfo(window)[1].loclist == 1 and vim.fn.getloclist(window) or vim.fn.getqflist()
  local row = rows[vim.api.nvim_win_get_cursor(window)[1]]
  if row and row.valid == 1 and row.bufnr > 0 and pcall(vim.fn.bufload, row.bufnr) then
    return { bufnr = row.bufnr, line = math.max(row.lnum, 1) }
  end
end

--- What a buffer is about; nothing where it is a file, or no buffer of these kinds.
---@param bufnr integer the current buffer
---@return packlens.About?
function M.of(bufnr)
  local shown = require('packlens.scratch').about(bufnr)
  if shown then
    return of_scratch(bufnr, shown)
  elseif vim.bo[bufnr].buftype == 'quickfix' then
    return of_list()
  end
end

return M
