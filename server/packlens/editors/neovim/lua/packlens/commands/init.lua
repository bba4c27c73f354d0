--- `:Packlens {sub}`: which file answers a subcommand, and the completion of all of them.

local say = require('packlens.say')

local M = {}

--- What a subcommand is called with.
---@class packlens.Call
---@field here integer the buffer in which the command was given
---@field bufnr integer the buffer that is asked about: in one that Packlens opened, the file that it is about
---@field about? packlens.About in the scratch buffer and in a list of places: what stands there
---@field args string[] what follows the subcommand
---@field lines? packlens.Lines the range, where one was given
---@field mods string such as `vertical` or `tab`

---@class packlens.Subcommand
---@field run fun(call: packlens.Call)
---@field complete? fun(args: string[]): string[] candidates for the argument after `args`
---@field takes? integer how many arguments at most; default 0

--- In the order in which they are listed.
M.names = {
  'copy',
  'copy-file',
  'copy-diff',
  'copy-new',
  'copy-with',
  'ask',
  'preview',
  'callers',
  'impact',
  'find',
  'map',
  'basket',
  'budget',
  'verify',
  'status',
  'reindex',
  'restart',
}

---@param name string
---@return packlens.Subcommand?
local function subcommand(name)
  if vim.tbl_contains(M.names, name) then
    return require('packlens.commands.' .. name:gsub('-', '_'))
  end
end

---@param call table what Neovim calls a user command with
function M.run(call)
  local args = vim.deepcopy(call.fargs)
  local name = table.remove(args, 1)
  local found = name and subcommand(name)
  if not found then
    local asked = name and ('there is no :Packlens %s'):format(name) or ':Packlens needs a subcommand'
    say.error(('%s; one of %s'):format(asked, table.concat(M.names, ', ')))
    return
  end
  local most = found.takes or 0
  if #args > most then
    say.error(
      (':Packlens %s takes %s, %d given; :help :Packlens-%s'):format(
        name,
        most == 0 and 'no argument' or say.count(most, 'argument'),
        #args,
        name
      )
    )
    return
  end
  local here = vim.api.nvim_get_current_buf()
  local about = require('packlens.about').of(here)
  found.run({
    here = here,
    bufnr = about and about.bufnr or here,
    about = about,
    args = args,
    lines = call.range > 0 and { first = call.line1, last = call.line2 } or nil,
    mods = call.mods or '',
  })
end

---@param line string the command line up to the cursor
---@return string[]
function M.complete(line)
  local words = vim.split(line:match('Packlens%s+(.*)$') or '', '%s+')
  local lead = table.remove(words)
  local candidates = M.names
  if #words > 0 then
    local found = subcommand(words[1])
    candidates = found and found.complete and found.complete(vim.list_slice(words, 2)) or {}
  end
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, candidates)
end

return M
