--- Defines what a person can name: `:Packlens`, the <Plug> maps, the commands of lenses. Twice is as good as once.

local M = {}

local MAPS = {
  ['copy'] = 'nx',
  ['copy-file'] = 'n',
  ['preview'] = 'nx',
  ['callers'] = 'n',
  ['copy-diff'] = 'n',
  ['ask'] = 'n',
  ['impact'] = 'n',
  ['map'] = 'n',
  ['basket-add'] = 'nx',
  ['basket-copy'] = 'n',
}

local function define_maps()
  for name, modes in pairs(MAPS) do
    local command = name:gsub('^basket%-', 'basket ')
    for mode in modes:gmatch('.') do
      -- A colon in Visual mode takes the selection with it as a range.
      local keys = mode == 'x' and (':Packlens %s<CR>'):format(command) or ('<Cmd>Packlens %s<CR>'):format(command)
      vim.keymap.set(mode, ('<Plug>(packlens-%s)'):format(name), keys, { silent = true })
    end
  end
end

function M.define()
  if vim.g.loaded_packlens then
    return
  end
  vim.g.loaded_packlens = true
  vim.api.nvim_create_user_command('Packlens', function(call)
    require('packlens.commands').run(call)
  end, {
    nargs = '*',
    range = true,
    desc = 'Context packs of Python code, who calls what, and what a change reaches',
    complete = function(_, line, position)
      return require('packlens.commands').complete(line:sub(1, position))
    end,
  })
  define_maps()
  require('packlens.lens').define_commands()
  require('packlens.attach').listen()
end

return M
