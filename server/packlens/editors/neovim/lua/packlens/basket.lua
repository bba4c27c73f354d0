--- Symbols put aside to be packed together, one basket a root. It lives as long as Neovim does.

local M = {}

---@type table<string, string[]> targets by root
local baskets = {}

---@param root string
---@return string[]
function M.targets(root)
  return baskets[root] or {}
end

--- Add what is not in it yet. Returns how many were added.
---@param root string
---@param targets string[]
---@return integer
function M.add(root, targets)
  local basket = baskets[root] or {}
  local added = 0
  for _, target in ipairs(targets) do
    if not vim.tbl_contains(basket, target) then
      table.insert(basket, target)
      added = added + 1
    end
  end
  baskets[root] = basket
  return added
end

--- Take one out. Returns whether it was in.
---@param root string
---@param target string
---@return boolean
function M.drop(root, target)
  for place, kept in ipairs(baskets[root] or {}) do
    if kept == target then
      table.remove(baskets[root], place)
      return true
    end
  end
  return false
end

---@param root string
function M.clear(root)
  baskets[root] = nil
end

return M
