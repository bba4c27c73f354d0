--- With Jedi on, as for a person who has set nothing: what it settles comes into the lenses and the packs.
local t = require('check')

t.memory_clipboard()
t.with_jedi = true
t.turn_on()

local FILE = 'shop/late.py'
vim.fn.writefile({
  'class Job:',
  '    def run(self): ...',
  '',
  '',
  'def end():',
  '    min(Job(), Job()).run()',
}, t.workspace .. '/' .. FILE)
t.open(FILE)

t.case('a lens counts what Jedi has settled', function()
  t.wait('the lens', function()
    return t.lens_of(2):match('| 1 caller |')
  end)
end)

t.case('the copy is what the command line prints', function()
  t.ask('Packlens copy Job.run')
  local pack = t.cli_pack('--entry', 'Job.run')
  t.same(vim.fn.getreg('+'), pack, 'register +')
end)

t.done()
