--- `:Packlens budget [TOKENS|default]`: how many tokens a pack may have, for this session.

local budget = require('packlens.budget')
local say = require('packlens.say')

local USUAL = { '1000', '2000', '4000', '8000', '16000', '32000' }
local DEFAULT = 'default'

---@type packlens.Subcommand
local M = { takes = 1 }

--- `8000`, `8k` and `1.5k` as numbers.
---@param text string
---@return integer?
local function tokens_of(text)
  local digits, thousand = text:lower():match('^([%d.]+)(k?)$')
  local number = tonumber(digits)
  if not number then
    return nil
  end
  number = number * (thousand == 'k' and 1000 or 1)
  return number == math.floor(number) and number or nil
end

---@param text string
local function choose(text)
  if text == DEFAULT then
    budget.choose(nil)
    say.info('the budget is that of the settings again')
    return
  end
  local tokens = tokens_of(text)
  if not tokens then
    say.error(('budget %s is no number of tokens; such as 8000, 8k or %s'):format(text, DEFAULT))
    return
  end
  budget.choose(tokens)
  say.info(('packs have up to %s tokens now'):format(say.number(tokens)))
end

function M.run(call)
  if call.args[1] then
    choose(call.args[1])
    return
  end
  local now = budget.chosen and say.number(budget.chosen) or 'as in the settings'
  vim.ui.select(M.complete({}), { prompt = ('Tokens a pack may have (now %s)'):format(now) }, function(picked)
    if picked then
      choose(picked)
    end
  end)
end

function M.complete(args)
  return #args == 0 and vim.list_extend({ DEFAULT }, USUAL) or {}
end

return M
