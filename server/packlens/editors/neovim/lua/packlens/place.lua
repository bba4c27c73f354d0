--- What a person means by "here": targets for the symbol around the cursor, or for a range of lines.
---
--- The server names them (its code action), so that here and under a lens the same symbol is the same target.

local client_of = require('packlens.client')

local M = {}

local KIND = 'source.packlens.copyContext'

---@class packlens.Lines
---@field first integer from 1
---@field last integer inclusive

---@param bufnr integer
---@return table
local function document(bufnr)
  return { uri = vim.uri_from_bufnr(bufnr) }
end

--- An LSP range. Whole lines and no columns, so the position encoding does not matter.
---@param lines? packlens.Lines
---@param line? integer
---@return table
local function range(lines, line)
  if lines then
    return {
      start = { line = lines.first - 1, character = 0 },
      ['end'] = { line = lines.last, character = 0 },
    }
  end
  local here = { line = (line or vim.api.nvim_win_get_cursor(0)[1]) - 1, character = 0 }
  return { start = here, ['end'] = here }
end

---@param actions table[]?
---@return string[]?
local function targets_of(actions)
  for _, action in ipairs(actions or {}) do
    local argument = type(action.command) == 'table' and (action.command.arguments or {})[1]
    if argument and argument.targets then
      return argument.targets
    end
  end
end

--- The position under the cursor, in the client's encoding.
---@param client table
---@param bufnr integer
---@return table
function M.position(client, bufnr)
  local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = vim.uri_from_bufnr(bufnr), position = params.position }
end

---@param client table
---@param bufnr integer
---@param lines? packlens.Lines
---@param line? integer where "here" is, from 1; default: the line of the cursor
---@param callback fun(targets: string[])
function M.targets(client, bufnr, lines, line, callback)
  local params = {
    textDocument = document(bufnr),
    range = range(lines, line),
    context = { diagnostics = {}, only = { KIND } },
  }
  client_of.request(client, bufnr, 'textDocument/codeAction', params, function(actions)
    local targets = targets_of(actions)
    if targets then
      callback(targets)
      return
    end
    -- Before the first index there is no action. A question about callers waits for it, or says why there is none.
    local first = { uri = params.textDocument.uri, position = params.range.start }
    client_of.execute(client, bufnr, 'packlens.server.callers', first, function()
      client_of.request(client, bufnr, 'textDocument/codeAction', params, function(later)
        local found = targets_of(later)
        if found then
          callback(found)
        else
          require('packlens.say').error('nothing to pack here; ask on a line of a function or a class')
        end
      end)
    end)
  end)
end

return M
