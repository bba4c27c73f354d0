--- Lines for the person. One line each where possible: a longer one makes Neovim ask for Enter.

local M = {}

---@param text string
---@param level integer
local function say(text, level)
  vim.notify('Packlens: ' .. text, level, { title = 'Packlens' })
end

---@param text string
function M.info(text)
  say(text, vim.log.levels.INFO)
end

---@param text string
function M.warn(text)
  say(text, vim.log.levels.WARN)
end

---@param text string
function M.error(text)
  say(text, vim.log.levels.ERROR)
end

--- Several lines that were asked for, as `:ls` shows its list.
---@param lines string[]
function M.list(lines)
  vim.api.nvim_echo({ { table.concat(lines, '\n') } }, true, {})
end

--- `1204` as `1,204`.
---@param number integer
---@return string
function M.number(number)
  local text = ('%d'):format(number)
  local grouped = text:reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', '')
  return grouped
end

--- `1 symbol`, `2 symbols`.
---@param number integer
---@param one string
---@param many? string
---@return string
function M.count(number, one, many)
  return ('%s %s'):format(M.number(number), number == 1 and one or many or one .. 's')
end

return M
