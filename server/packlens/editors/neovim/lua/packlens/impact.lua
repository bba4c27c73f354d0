--- What a change reaches, in the quickfix list: what no longer fits, users, tests to run, what is only possible, and
--- the files that nothing can be said of.

local client_of = require('packlens.client')
local say = require('packlens.say')
local sources = require('packlens.sources')

local M = {}

--- The rows that are no tests, nearest first.
---@param answer table `packlens.impact/1`
---@return table[]
local function users_of(answer)
  local tests = {}
  for _, test in ipairs(answer.tests) do
    tests[test.id] = true
  end
  local rows = vim.list_extend(vim.list_extend({}, answer.direct), answer.transitive)
  return vim.tbl_filter(function(row)
    return not tests[row.id]
  end, rows)
end

---@param root string
---@param answer table `packlens.impact/1`
---@return table[]
local function items_of(root, answer)
  local short = require('packlens.pack').short
  local line_at = sources.reader(root)
  local items = {}
  local function add(path, line, kind, text)
    table.insert(items, { filename = root .. '/' .. path, lnum = line, col = 1, type = kind, text = text })
  end
  for _, row in ipairs(answer.unfit) do
    add(row.path, row.line, 'E', ('%s: %s'):format(short(row.id), row.reason))
  end
  for _, row in ipairs(users_of(answer)) do
    local step = row.steps[#row.steps]
    local line = vim.trim(line_at(row.path, step.line))
    add(row.path, step.line, '', ('%s: %s [%s, hop %d]'):format(row.qualname, line, step.kind, row.depth))
  end
  for _, test in ipairs(answer.tests) do
    local step = test.steps[#test.steps]
    add(test.path, step and step.line or 1, 'N', 'test: ' .. test.nodeid)
  end
  for _, row in ipairs(answer.possible) do
    add(row.path, row.line, 'I', ('possible, in %s: %s'):format(short(row.id), vim.trim(line_at(row.path, row.line))))
  end
  for _, one in ipairs(answer.unknown) do
    add(one.path, 1, 'W', 'cannot be judged: ' .. one.reason)
  end
  for _, path in ipairs(answer.other) do
    add(path, 1, 'I', 'has changed; not Python, and no Python code names it')
  end
  return items
end

--- `risk low: 3 users, 2 tests, 1 possible`.
---@param answer table
---@return string
local function figures(answer)
  local words = { say.count(#users_of(answer), 'user'), say.count(#answer.tests, 'test') }
  for _, part in ipairs({ 'unfit', 'possible', 'unknown' }) do
    if #answer[part] > 0 then
      table.insert(words, ('%s %s'):format(say.number(#answer[part]), part == 'unfit' and 'no longer fit' or part))
    end
  end
  if #answer.other > 0 then
    table.insert(words, say.number(#answer.other) .. ' not Python')
  end
  if answer.pending > 0 then
    table.insert(words, say.number(answer.pending) .. ' pending')
  end
  return ('risk %s: %s'):format(answer.risk, table.concat(words, ', '))
end

---@param client table
---@param bufnr integer
---@param question { targets?: string[], diff?: string, staged?: boolean }
function M.show(client, bufnr, question)
  client_of.execute(client, bufnr, 'packlens.server.impact', question, function(answer)
    local targets = question.targets
    local named = targets and require('packlens.pack').named(targets) or 'the diff of ' .. answer.asked
    local items = items_of(client.config.root_dir, answer)
    if #items == 0 then
      say.info(('impact of %s: %s'):format(named, figures(answer)))
      return
    end
    sources.list(('Impact of %s: %s'):format(named, figures(answer)), items)
  end)
end

return M
