--- `:[range]Packlens basket {add|copy|preview|list|drop|clear}`: several symbols packed as one.

local basket = require('packlens.basket')
local client_of = require('packlens.client')
local say = require('packlens.say')

local ACTIONS = { 'add', 'copy', 'preview', 'list', 'drop', 'clear' }

---@type packlens.Subcommand
local M = { takes = 99 }

---@type table<string, fun(call: packlens.Call)>
local actions = {}

function actions.add(call)
  require('packlens.commands.subject').of(call, function(client, targets)
    local root = client.config.root_dir
    local added = basket.add(root, targets)
    say.info(
      ('%s %s; %s in the basket of %s'):format(
        require('packlens.pack').named(targets),
        added > 0 and 'added' or 'was in already',
        say.number(#basket.targets(root)),
        client_of.name(client)
      )
    )
  end)
end

--- The one client whose basket is meant, and what is in it; an empty basket is said.
---@param call packlens.Call
---@param callback fun(client: table, targets: string[])
local function with_basket(call, callback)
  client_of.with_any(call.bufnr, function(client)
    callback(client, basket.targets(client.config.root_dir))
  end)
end

---@param call packlens.Call
---@param callback fun(client: table, question: packlens.Question)
local function with_contents(call, callback)
  with_basket(call, function(client, targets)
    if #targets == 0 then
      say.warn(('the basket of %s is empty; add to it with :Packlens basket add'):format(client_of.name(client)))
      return
    end
    callback(client, { targets = vim.deepcopy(targets) })
  end)
end

function actions.copy(call)
  with_contents(call, function(client, question)
    require('packlens.pack').copy(client, call.bufnr, question)
  end)
end

function actions.preview(call)
  with_contents(call, function(client, question)
    require('packlens.pack').ask(client, call.bufnr, question, function(pack)
      require('packlens.preview').open(pack, question, client.id, call.bufnr, call.mods)
    end)
  end)
end

function actions.list(call)
  with_contents(call, function(client, question)
    local pack_of = require('packlens.pack')
    pack_of.ask(client, call.bufnr, question, function(pack)
      local lines = { ('Basket of %s: %s'):format(client_of.name(client), pack_of.figures(pack)) }
      for _, target in ipairs(question.targets) do
        table.insert(lines, '  ' .. target)
      end
      say.list(lines)
    end)
  end)
end

function actions.drop(call)
  with_basket(call, function(client)
    local root = client.config.root_dir
    for _, target in ipairs(call.args) do
      if not basket.drop(root, target) then
        say.error(('%s is not in the basket of %s; :Packlens basket list'):format(target, client_of.name(client)))
        return
      end
    end
    say.info(('%s left in the basket of %s'):format(say.number(#basket.targets(root)), client_of.name(client)))
  end)
end

function actions.clear(call)
  with_basket(call, function(client)
    basket.clear(client.config.root_dir)
    say.info(('the basket of %s is empty'):format(client_of.name(client)))
  end)
end

function M.run(call)
  local name = table.remove(call.args, 1) or 'list'
  if not actions[name] then
    say.error(('there is no :Packlens basket %s; one of %s'):format(name, table.concat(ACTIONS, ', ')))
    return
  end
  actions[name](call)
end

function M.complete(args)
  if #args == 0 then
    return ACTIONS
  end
  local client = args[1] == 'drop' and client_of.of_buffer_or_all(vim.api.nvim_get_current_buf())[1]
  return client and basket.targets(client.config.root_dir) or {}
end

return M
