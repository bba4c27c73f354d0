--- `:Packlens status`: what is indexed, what is not, and why.

local client_of = require('packlens.client')
local say = require('packlens.say')

--- Files that are left out on purpose need no mention here.
local EXPECTED = { ignored = true, unsupported = true }

--- How many files that are not whole are named.
local NAMED = 5

---@type packlens.Subcommand
local M = {}

---@param client table
---@param status table `packlens.status/1`
---@return string[]
local function lines_of(client, status)
  local lines = {
    ('Packlens: %s: %s, %s, %s'):format(
      client_of.name(client),
      say.count(status.files, 'file'),
      say.count(status.symbols, 'symbol'),
      say.count(status.edges, 'edge')
    ),
    ('  %s not settled, %s pending'):format(say.count(status.unresolved, 'site'), say.number(status.pending)),
  }
  local last = require('packlens.news').of(client.id)
  if last and last.phase == 'indexing' then
    table.insert(lines, ('  indexing%s'):format(last.percentage and (', %d%%'):format(last.percentage) or ''))
  elseif last and last.message then
    table.insert(lines, '  ' .. last.message)
  end
  for number, failure in ipairs(status.parse_failures) do
    if number > NAMED then
      table.insert(lines, ('  and %s more not whole'):format(say.number(#status.parse_failures - NAMED)))
      break
    end
    local what = failure.status == 'partial' and 'in part' or 'not'
    table.insert(
      lines,
      ('  %s:%s is %s in the graph: %s'):format(failure.path, tostring(failure.line), what, failure.message)
    )
  end
  for cause, count in pairs(status.skipped) do
    if count > 0 and not EXPECTED[cause] then
      table.insert(lines, ('  %s left out: %s'):format(say.count(count, 'file'), cause:gsub('_', ' ')))
    end
  end
  if status.failure and status.failure ~= vim.NIL then
    table.insert(lines, '  the last change is not in the graph: ' .. status.failure)
  end
  return lines
end

---@param client table
---@param bufnr integer
local function show(client, bufnr)
  client_of.execute(client, bufnr, 'packlens.server.status', {}, function(status)
    say.list(lines_of(client, status))
  end)
end

function M.run(call)
  client_of.each(call.bufnr, function(client)
    show(client, call.bufnr)
  end)
end

return M
