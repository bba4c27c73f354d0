--- The token budget of packs, for this session of Neovim: a setting of every server, so that lenses follow.

local compat = require('packlens.compat')

local M = {}

local SETTLE_MS = 200

--- What was chosen here; nothing means the settings' own.
---@type integer?
M.chosen = nil

---@type table<integer, { budget: any }> by client: the setting before it was changed here
local before = {}

---@param client table
local function apply(client)
  local settings = vim.deepcopy(compat.settings(client))
  local ours = settings.packlens or {}
  before[client.id] = before[client.id] or { budget = ours.budget }
  ours.budget = M.chosen or before[client.id].budget
  settings.packlens = next(ours) and ours or vim.empty_dict()
  compat.set_settings(client, settings)
end

--- A server attached: it gets what was chosen before it was there.
---@param client table
function M.attached(client)
  if M.chosen and not before[client.id] then
    apply(client)
  end
end

--- Choose for every server, those that come later too. Nothing: back to the settings' own.
---@param tokens? integer
function M.choose(tokens)
  M.chosen = tokens
  for _, client in ipairs(require('packlens.client').all()) do
    apply(client)
  end
  -- The servers ask for the settings they are told of; a chosen budget is part of the question and need not wait.
  vim.defer_fn(require('packlens.preview').follow, tokens and 0 or SETTLE_MS)
end

return M
