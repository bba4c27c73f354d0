--- `:[range]Packlens verify [REGISTER]`: whether a pack still matches the files on disk.
---
--- The pack is the range, else the named register, else the preview, else register `+`, else `"`.

local client_of = require('packlens.client')
local say = require('packlens.say')

---@type packlens.Subcommand
local M = { takes = 1 }

---@param register string
---@return string
local function register_text(register)
  local read, value = pcall(vim.fn.getreg, register)
  return read and value or ''
end

--- The text, and where it came from.
---@param call packlens.Call
---@return string text
---@return string from
local function text_of(call)
  if call.lines then
    local lines = vim.api.nvim_buf_get_lines(call.here, call.lines.first - 1, call.lines.last, false)
    return table.concat(lines, '\n') .. '\n', 'the range'
  end
  local named = call.args[1]
  if named then
    named = #named > 1 and named:gsub('^@', '') or named
    return register_text(named), 'register ' .. named
  end
  local preview = require('packlens.preview').of(call.here)
  if preview then
    return preview.pack.text, 'the preview'
  end
  local clipboard = vim.fn.has('clipboard') == 1 and register_text('+') or ''
  if clipboard ~= '' then
    return clipboard, 'register +'
  end
  return register_text('"'), 'register "'
end

---@param client table
---@param bufnr integer
---@param text string
---@param from string
local function verify(client, bufnr, text, from)
  client_of.execute(client, bufnr, 'packlens.server.verify', { text = text }, function(found)
    if found.ok then
      say.info(('the pack in %s matches %s'):format(from, say.count(#found.files, 'file')))
    else
      say.warn(('the pack in %s does not match: %s'):format(from, found.firstDifference))
    end
  end)
end

function M.run(call)
  local text, from = text_of(call)
  if vim.trim(text) == '' then
    say.error(('verify: %s is empty; copy a pack first, or name its register'):format(from))
    return
  end
  client_of.with_any(call.bufnr, function(client)
    verify(client, call.bufnr, text, from)
  end)
end

return M
