--- The folder that a buffer's file belongs to: the same one that the command line takes, so that packs are the same.
---
--- The enclosing git work tree, else the nearest folder that holds a Python project, else the current folder when
--- the file is below it. The home folder and what is above it are never served: nobody means all of that.

local compat = require('packlens.compat')

local M = {}

local PROJECT = { 'packlens.toml', 'pyproject.toml', 'setup.py', 'setup.cfg' }

--- What is looked for, as a person would be told.
M.markers = '.git, ' .. table.concat(PROJECT, ', ')

---@param path string
---@return string
local function slashes(path)
  return (path:gsub('\\', '/'))
end

--- Whether `path` is `folder` or lies below it.
---@param path string
---@param folder string
---@return boolean
function M.contains(folder, path)
  path, folder = slashes(path), slashes(folder):gsub('/+$', '')
  return path == folder or path:sub(1, #folder + 1) == folder .. '/'
end

--- The nearest folder at or above `folder` that has one of `names`, and is not the home folder or above it.
---@param folder string
---@param names string[]
---@return string?
local function upward(folder, names)
  local home = compat.uv.os_homedir() or ''
  while folder do
    if home ~= '' and M.contains(folder, home) then
      return nil
    end
    for _, name in ipairs(names) do
      if compat.uv.fs_stat(folder .. '/' .. name) then
        return folder
      end
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    folder = parent ~= folder and parent or nil
  end
end

--- The root for a buffer, or nothing where it has no file in a project.
---@param bufnr integer
---@return string?
function M.of(bufnr)
  local choice = require('packlens.options').root
  if choice then
    return choice(bufnr)
  end
  local name = vim.api.nvim_buf_get_name(bufnr)
  if name == '' or name:match('^%a[%w+.-]+://') then
    return nil
  end
  local folder = vim.fn.fnamemodify(name, ':p:h')
  local found = upward(folder, { '.git' }) or upward(folder, PROJECT)
  if found then
    return found
  end
  local here, home = vim.fn.getcwd(), compat.uv.os_homedir() or ''
  if M.contains(here, folder) and not (home ~= '' and M.contains(here, home)) and here ~= '/' then
    return here
  end
end

return M
