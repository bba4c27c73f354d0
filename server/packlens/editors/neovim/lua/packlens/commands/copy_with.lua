--- `:[range]Packlens copy-with [TEMPLATE [TARGET ...]]`: the pack with words around it, into the registers.

--- As in the server; `plain`, which is none, is what `copy` does.
local KNOWN = {
  { name = 'explain', text = 'Explain this code' },
  { name = 'fix', text = 'Fix this error' },
  { name = 'review', text = 'Review this code' },
  { name = 'test', text = 'Write tests' },
}

---@type packlens.Subcommand
local M = { takes = 100 }

--- The product's templates and those of a person's own settings.
---@return { name: string, text: string }[]
local function templates()
  local settings = (require('packlens.compat').enabled() or {}).settings or {}
  local own = vim.tbl_keys((settings.packlens or {}).templates or {})
  table.sort(own)
  local all = vim.list_extend({}, KNOWN)
  for _, name in ipairs(own) do
    table.insert(all, { name = name, text = 'of your settings' })
  end
  return all
end

---@param call packlens.Call
---@param template string
local function copy(call, template)
  require('packlens.commands.subject').of(call, function(client, targets)
    require('packlens.pack').copy(client, call.bufnr, { targets = targets, template = template })
  end)
end

function M.run(call)
  local name = table.remove(call.args, 1)
  if name then
    copy(call, name)
    return
  end
  vim.ui.select(templates(), {
    prompt = 'What is the context for?',
    format_item = function(item)
      return ('%s (%s)'):format(item.name, item.text)
    end,
  }, function(picked)
    if picked then
      copy(call, picked.name)
    end
  end)
end

function M.complete(args)
  return #args == 0 and vim.tbl_map(function(item)
    return item.name
  end, templates()) or {}
end

return M
