import t from 'tap'
import { overdueFinding } from './check.js'

t.test('the doctor names statements that are overdue, not those that are only late', (t) => {
  const statement = { id: '1', kind: 'sql', account: 'r1', workspace: 'ws_1', limitMs: 30_000 } as const
  const late = { ...statement, elapsedMs: 40_000 }
  t.equal(overdueFinding([late], 10_000).status, 'ok')
  const found = overdueFinding([late, { ...statement, elapsedMs: 95_000 }], 10_000)
  t.equal(found.status, 'warn')
  t.match(found.words, /^1 overdue: sql of ws_1 by r1 for 95 s; restart/)
  t.end()
})
