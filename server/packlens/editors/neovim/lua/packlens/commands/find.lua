--- `:Packlens find WORDS`: symbols that the words are about, best first, in the quickfix list.

local client_of = require('packlens.client')
local say = require('packlens.say')
local sources = require('packlens.sources')

--- How many symbols are listed.
local MOST = 50

---@type packlens.Subcommand
local M = { takes = 9999 }

---@param root string
---@param answer table `packlens.search/1`
---@return table[]
local function items_of(root, answer)
  return vim.tbl_map(function(row)
    local first = row.signature:match('[^\n]*$')
    return {
      filename = root .. '/' .. row.path,
      lnum = row.start_line,
      col = 1,
      text = ('%s: %s'):format(row.qualname, vim.trim(first)),
    }
  end, answer.results)
end

function M.run(call)
  local text = table.concat(call.args, ' ')
  if text == '' then
    say.error(':Packlens find needs words, such as :Packlens find parse url')
    return
  end
  client_of.with_any(call.bufnr, function(client)
    local argument = { text = text, limit = MOST }
    client_of.execute(client, call.bufnr, 'packlens.server.search', argument, function(answer)
      if #answer.results == 0 then
        say.info(('nothing is about "%s"'):format(text))
        return
      end
      local title = ('About "%s": %s'):format(text, say.count(#answer.results, 'symbol'))
      sources.list(title, items_of(client.config.root_dir, answer))
    end)
  end)
end

return M
