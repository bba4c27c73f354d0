-- Read when Neovim starts. It defines names and loads nothing else: `:Packlens`, <Plug> maps, the lens commands.
if vim.fn.has('nvim-0.7') == 1 then
  require('packlens.entry').define()
end
