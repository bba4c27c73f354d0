--- The pack in the scratch buffer, exactly as it would be copied, and the question it answers.

local pack_of = require('packlens.pack')
local scratch = require('packlens.scratch')

local M = {}

local FILETYPES = { markdown = 'markdown', xml = 'xml', json = 'json', text = 'text' }

---@class packlens.Preview
---@field pack packlens.Pack
---@field question packlens.Question
---@field client_id integer
---@field bufnr integer where it was asked

---@param pack packlens.Pack
---@param question packlens.Question
---@param client_id integer
---@param bufnr integer where it was asked: its unsaved text is sent before it is asked again
---@param mods? string
function M.open(pack, question, client_id, bufnr, mods)
  scratch.show({
    about = { pack = pack, question = question, client_id = client_id, bufnr = bufnr },
    text = pack.text,
    name = ('packlens://%s/%s'):format(pack.parts.root, pack_of.subject(pack)),
    filetype = FILETYPES[pack.format] or 'text',
    bar = ('%s: %s'):format(pack_of.subject(pack), pack_of.figures(pack)),
    mods = mods,
  })
end

--- What the buffer previews, if it is the preview.
---@param bufnr integer
---@return packlens.Preview?
function M.of(bufnr)
  local about = scratch.about(bufnr)
  return about and about.pack and about or nil
end

--- Ask again, for the texts and settings as they are now. A server that was started again since answers as well.
---@param asked packlens.Preview
---@param mods? string
---@param then_do? fun()
function M.again(asked, mods, then_do)
  local bufnr = vim.api.nvim_buf_is_valid(asked.bufnr) and asked.bufnr or vim.api.nvim_get_current_buf()
  local function ask(client)
    pack_of.ask(client, bufnr, asked.question, function(pack)
      M.open(pack, asked.question, client.id, bufnr, mods)
      if then_do then
        then_do()
      end
    end)
  end
  local client = vim.lsp.get_client_by_id(asked.client_id)
  if client then
    ask(client)
  else
    require('packlens.client').with_any(bufnr, ask)
  end
end

--- Ask again where the preview can be seen; the cursor stays where it is.
function M.follow()
  local shown = scratch.latest()
  if not shown or not shown.pack or not scratch.window() then
    return
  end
  local here = vim.api.nvim_get_current_win()
  M.again(shown, nil, function()
    if vim.api.nvim_win_is_valid(here) then
      vim.api.nvim_set_current_win(here)
    end
  end)
end

return M
