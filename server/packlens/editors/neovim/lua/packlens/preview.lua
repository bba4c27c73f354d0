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

---@type packlens.Preview?
local current

---@param pack packlens.Pack
---@param question packlens.Question
---@param client_id integer
---@param bufnr integer where it was asked: its unsaved text is sent before it is asked again
---@param mods? string
function M.open(pack, question, client_id, bufnr, mods)
  current = { pack = pack, question = question, client_id = client_id, bufnr = bufnr }
  scratch.show({
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
  return scratch.is(bufnr) and current or nil
end

--- Ask again, for the texts and settings as they are now.
---@param mods? string
---@param then_do? fun()
function M.again(mods, then_do)
  local asked = current
  local client = asked and vim.lsp.get_client_by_id(asked.client_id)
  if not client then
    require('packlens.say').warn('the server of this preview is gone; preview again from a Python buffer')
    return
  end
  local bufnr = vim.api.nvim_buf_is_valid(asked.bufnr) and asked.bufnr or vim.api.nvim_get_current_buf()
  pack_of.ask(client, bufnr, asked.question, function(pack)
    M.open(pack, asked.question, client.id, bufnr, mods)
    if then_do then
      then_do()
    end
  end)
end

--- Ask again where the preview can be seen; the cursor stays where it is.
function M.follow()
  if not current or not scratch.window() then
    return
  end
  local here = vim.api.nvim_get_current_win()
  M.again(nil, function()
    if vim.api.nvim_win_is_valid(here) then
      vim.api.nvim_set_current_win(here)
    end
  end)
end

return M
