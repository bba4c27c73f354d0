--- Packs: asked of the server, described in one line, copied.

local client_of = require('packlens.client')
local say = require('packlens.say')

local M = {}

--- What was copied last, by root, for `copy-new`.
---@type table<string, { question: packlens.Question, text: string }>
M.copied = {}

--- A question about code, as `PackArguments` of the server.
---@class packlens.Question
---@field targets? string[]
---@field uri? string
---@field query? string
---@field focus? string[] the files in view, beside a query
---@field diff? string
---@field staged? boolean
---@field template? string the name of the words around it
---@field since? string the text of an earlier pack

---@class packlens.Pack
---@field text string
---@field format 'markdown'|'xml'|'json'|'text'
---@field tokens integer
---@field budget integer
---@field pending integer
---@field warnings string[]
---@field parts table the pack as `packlens.pack/1`

---@param client table
---@param bufnr integer
---@param question packlens.Question
---@param callback fun(pack: packlens.Pack)
function M.ask(client, bufnr, question, callback)
  local argument = vim.tbl_extend('force', { parts = true, budget = require('packlens.budget').chosen }, question)
  client_of.execute(client, bufnr, 'packlens.server.pack', argument, callback)
end

--- A target as a person would say it: `Flask.run`, `app.py`, `app.py:10-20`.
---@param target string
---@return string
function M.short(target)
  return target:match('::(.+)$') or target:match('[^/]+$') or target
end

--- One target by its name, several by their number.
---@param targets string[]
---@return string
function M.named(targets)
  return #targets == 1 and M.short(targets[1]) or say.count(#targets, 'target')
end

--- How much of a question in words is repeated.
local WORDS = 40

--- What a pack is about.
---@param pack packlens.Pack
---@return string
function M.subject(pack)
  local target = pack.parts.target
  if target.kind == 'query' then
    local asked = vim.fn.strcharpart(target.text:gsub('%s+', ' '), 0, WORDS)
    return ('"%s%s"'):format(asked, vim.fn.strchars(target.text) > WORDS and '...' or '')
  elseif target.kind == 'diff' then
    return 'the diff of ' .. target.text
  end
  return M.named(vim.split(pack.parts.target.text, ', ', { plain = true }))
end

--- `590/600 tokens, 36 left out`.
---@param pack packlens.Pack
---@return string
function M.figures(pack)
  local words = { ('%s/%s tokens'):format(say.number(pack.tokens), say.number(pack.budget)) }
  if pack.parts.omitted_total > 0 then
    table.insert(words, say.number(pack.parts.omitted_total) .. ' left out')
  end
  if #pack.parts.possible > 0 then
    table.insert(words, say.number(#pack.parts.possible) .. ' possible')
  end
  if pack.pending > 0 then
    table.insert(words, say.number(pack.pending) .. ' pending')
  end
  return table.concat(words, ', ')
end

--- The first of several lines, and how many more there are.
---@param lines string[]
---@return string
local function one_of(lines)
  return #lines == 1 and lines[1] or ('%s (and %d more)'):format(lines[1], #lines - 1)
end

--- Put a pack into the registers and say so. Where the clipboard cannot be written the pack is shown.
---@param pack packlens.Pack
---@param question packlens.Question
---@param client_id integer
---@param bufnr integer
function M.keep(pack, question, client_id, bufnr)
  require('packlens.registers').put(pack.text, function(problem)
    local client = vim.lsp.get_client_by_id(client_id)
    if client then
      M.copied[client.config.root_dir] = { question = question, text = pack.text }
    end
    if not problem then
      local said = ('%s copied, %s'):format(M.subject(pack), M.figures(pack))
      if #pack.warnings > 0 then
        say.warn(said .. '; ' .. one_of(pack.warnings))
      else
        say.info(said)
      end
      return
    end
    say.warn(('%s is only in register ": %s. %s; shown here'):format(M.subject(pack), problem, M.figures(pack)))
    require('packlens.preview').open(pack, question, client_id, bufnr)
  end)
end

--- Ask, and copy what comes.
---@param client table
---@param bufnr integer
---@param question packlens.Question
function M.copy(client, bufnr, question)
  M.ask(client, bufnr, question, function(pack)
    M.keep(pack, question, client.id, bufnr)
  end)
end

return M
