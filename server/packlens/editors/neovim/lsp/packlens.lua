-- Neovim 0.11 and newer read this file for `vim.lsp.enable('packlens')`.
require('packlens.entry').define()

return require('packlens.server').config()
