--- What happens when the server attaches to a buffer. Neovim 0.8 and newer say so with `LspAttach`.

local M = {}

---@param client table
---@return boolean
function M.is_ours(client)
  if client.name == 'packlens' then
    return true
  end
  local provider = (client.server_capabilities or {}).executeCommandProvider
  local commands = type(provider) == 'table' and provider.commands or {}
  return vim.tbl_contains(commands, 'packlens.server.pack')
end

---@param client table
---@param bufnr integer
function M.attached(client, bufnr)
  require('packlens.budget').attached(client)
  require('packlens.lens').attached(client, bufnr)
end

--- Listen for servers that attach.
function M.listen()
  if vim.fn.exists('##LspAttach') == 0 then
    return
  end
  vim.api.nvim_create_autocmd('LspAttach', {
    group = vim.api.nvim_create_augroup('packlens.attach', {}),
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and M.is_ours(client) then
        M.attached(client, event.buf)
      end
    end,
  })
end

return M
