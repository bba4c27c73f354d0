--- Packlens in Neovim: what a configuration calls. `:help packlens`
---
--- Nothing here answers a question: questions go to the language server, and what comes back goes to
--- registers, the quickfix list or a scratch buffer. Each subcommand of `:Packlens` is a file in commands/.

local M = {}

--- Turn Packlens on for Python buffers. Does on every Neovim from 0.7 what `vim.lsp.enable('packlens')` does on
--- 0.11, and takes choices.
---@param choices? packlens.Options
function M.setup(choices)
  require('packlens.options').set(choices or {})
  require('packlens.entry').define()
  require('packlens.compat').enable(require('packlens.server').config())
end

--- One short text for a statusline: `packlens 43%`, `packlens 1,204`, empty where no server runs.
---@return string
function M.statusline()
  return require('packlens.news').statusline(vim.api.nvim_get_current_buf())
end

return M
