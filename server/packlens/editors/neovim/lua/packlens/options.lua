--- What `setup()` was told. Without it, or with `vim.lsp.enable('packlens')` alone, the defaults hold.

---@class packlens.Options
---@field cmd? string[] the server; default: `packlens lsp` of the environment these files lie in, else of PATH
---@field root? fun(bufnr: integer): string? the folder to serve for a buffer; default: see root.lua
---@field settings? table settings of Packlens, nested, as in `[tool.packlens]`
---@field lens? boolean show lenses in the buffers Packlens is attached to; default: true
---@field on_attach? fun(client: table, bufnr: integer)
---@field capabilities? table

local KINDS = {
  cmd = 'table',
  root = 'function',
  settings = 'table',
  lens = 'boolean',
  on_attach = 'function',
  capabilities = 'table',
}

---@type packlens.Options
local M = {}

--- Take the options; a wrong one is named and left out.
---@param choices packlens.Options
function M.set(choices)
  for name in pairs(KINDS) do
    M[name] = nil
  end
  for name, value in pairs(choices) do
    if not KINDS[name] then
      local known = vim.tbl_keys(KINDS)
      table.sort(known)
      require('packlens.say').warn(
        ('setup: there is no option %s; the options are %s'):format(tostring(name), table.concat(known, ', '))
      )
    elseif type(value) ~= KINDS[name] then
      require('packlens.say').warn(('setup: %s must be a %s, not a %s'):format(name, KINDS[name], type(value)))
    else
      M[name] = value
    end
  end
end

return M
