--- One buffer for text that is shown and not edited. It is used again, and `q` closes its window.

local M = {}

---@type integer?
local buffer

--- What the buffer shows, as it was handed to `show`.
---@type table?
local about

--- Close the window; the last one shows the buffer before instead.
local function close()
  if not pcall(vim.cmd, 'close') then
    vim.cmd('bprevious')
  end
end

---@return integer
local function scratch_buffer()
  if buffer and vim.api.nvim_buf_is_valid(buffer) then
    return buffer
  end
  buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = 'hide'
  vim.keymap.set('n', 'q', close, { buffer = buffer, nowait = true, desc = 'Close' })
  return buffer
end

--- The window that shows the buffer, in this tab page.
---@return integer?
function M.window()
  for _, window in ipairs(vim.api.nvim_tabpage_list_wins(0)) do
    if buffer and vim.api.nvim_win_get_buf(window) == buffer then
      return window
    end
  end
end

--- What a buffer shows, if it is the scratch buffer. Its `bufnr` is the buffer in which that was asked.
---@param bufnr integer?
---@return table?
function M.about(bufnr)
  return bufnr ~= nil and bufnr == buffer and about or nil
end

--- What the scratch buffer shows, wherever a person is.
---@return table?
function M.latest()
  return M.about(buffer)
end

--- Neovim keeps a name that a buffer had in an unloaded buffer of its own; that one makes room. One with text in it is
--- somebody else's and keeps the name.
---@param name string
local function rename(name)
  for _, other in ipairs(vim.api.nvim_list_bufs()) do
    if other ~= buffer and vim.api.nvim_buf_get_name(other) == name then
      if vim.api.nvim_buf_is_loaded(other) or not pcall(vim.api.nvim_buf_delete, other, { force = true }) then
        return
      end
    end
  end
  vim.api.nvim_buf_set_name(buffer, name)
end

--- Show text. A window that shows the buffer is used again; else one is split off, as `mods` say.
---@param shown { text: string, name: string, filetype: string, bar: string, mods?: string, about: table }
function M.show(shown)
  local bufnr = scratch_buffer()
  about = shown.about
  local lines = vim.split(shown.text, '\n', { plain = true })
  if lines[#lines] == '' then
    table.remove(lines)
  end
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].modified = false
  rename(shown.name)
  local window = M.window()
  if window then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd((shown.mods or '') .. ' sbuffer ' .. bufnr)
    window = vim.api.nvim_get_current_win()
  end
  if vim.bo[bufnr].filetype ~= shown.filetype then
    vim.bo[bufnr].filetype = shown.filetype
  end
  vim.api.nvim_win_set_cursor(window, { 1, 0 })
  if vim.fn.exists('+winbar') == 1 then
    vim.wo[window].winbar = shown.bar:gsub('%%', '%%%%')
  end
end

return M
