--- Text into the registers `"` and `+`, and the truth about `+`.
---
--- Neovim hands `+` to a tool of the system and does not tell whether that worked. A tool that owns the selection
--- (xclip, wl-copy) is started and fails a little later; asking it for the text then shows it. A command of the
--- person's own (`g:clipboard`) leaves its exit code, a function its error. A terminal that takes the text by an
--- escape sequence (OSC 52) answers to nobody, and is believed.

local M = {}

--- When a clipboard tool is looked at: most fail at once, one on a busy machine a little later.
local SOON_MS, LATER_MS = 150, 1500

--- The text as the lines of a register, where a NUL is written as a newline.
---@param text string
---@return string[]
local function lines_of(text)
  local lines = vim.split(text, '\n', { plain = true })
  if lines[#lines] == '' and #lines > 1 then
    table.remove(lines)
  end
  for number, line in ipairs(lines) do
    lines[number] = line:gsub('%z', '\n')
  end
  return lines
end

---@return 'none'|'function'|'command'|'terminal'|'tool'
local function kind_of_clipboard()
  if vim.fn.has('clipboard') == 0 then
    return 'none'
  end
  local own = vim.g.clipboard
  if type(own) == 'table' then
    local copy = (own.copy or {})['+']
    if type(copy) == 'function' then
      return (own.name or ''):match('OSC') and 'terminal' or 'function'
    elseif type(copy) == 'string' or (type(copy) == 'table' and not vim.tbl_isempty(copy)) then
      local cached = own.cache_enabled
      return (cached == 1 or cached == true) and 'tool' or 'command'
    end
    return 'function'
  end
  local known, name = pcall(vim.fn['provider#clipboard#Executable'])
  return known and type(name) == 'string' and name:match('OSC') and 'terminal' or 'tool'
end

--- What the clipboard tool gives back; nothing when it fails. `getreg` would answer from memory.
---@return string[]?
local function ask_tool()
  local asked, value = pcall(vim.fn['provider#clipboard#Call'], 'get', { '+' })
  if asked and type(value) == 'table' then
    return type(value[1]) == 'table' and value[1] or value
  end
end

---@param lines string[]
---@return string
local function comparable(lines)
  return vim.trim((table.concat(lines, '\n'):gsub('\r', '')))
end

--- Write both registers. Calls back with nothing, or with why `+` could not be written; with the latter also after
--- the former, when a tool fails late.
---@param text string
---@param callback fun(problem: string?)
function M.put(text, callback)
  local lines = lines_of(text)
  local kind = text:sub(-1) == '\n' and 'V' or 'v'
  vim.fn.setreg('"', lines, kind)
  local clipboard = kind_of_clipboard()
  if clipboard == 'none' then
    callback('there is no clipboard tool (:checkhealth provider)')
    return
  end
  local set, err = pcall(vim.fn.setreg, '+', lines, kind)
  if not set then
    callback('the clipboard failed: ' .. tostring(err):gsub('^Vim[^:]*:', ''):gsub('\n.*', ''))
  elseif clipboard == 'command' then
    local code = vim.v.shell_error
    callback(code ~= 0 and ('the clipboard command ended with %d'):format(code) or nil)
  elseif clipboard == 'tool' then
    local failed = 'the clipboard tool failed (:checkhealth provider)'
    vim.defer_fn(function()
      local held = ask_tool()
      if not held or comparable(held) ~= comparable(lines) then
        callback(failed)
        return
      end
      callback(nil)
      vim.defer_fn(function()
        -- By now another program may have put its own text there, which is no failure.
        if not ask_tool() then
          callback(failed)
        end
      end, LATER_MS - SOON_MS)
    end, SOON_MS)
  else
    callback(nil)
  end
end

return M
