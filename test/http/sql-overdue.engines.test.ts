import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import type { LateStatement, StatementControl } from '../../contract/index.js'
import { sqlPath, sqlStores } from './sql-workspaces.js'
import { testService } from '../support/service.js'

const late = (id: string, kind: LateStatement['kind']): LateStatement => ({
  id,
  kind,
  account: 'r1',
  workspace: 'of another',
  elapsedMs: 31_000,
  limitMs: 30_000,
})

for (const { name, make } of sqlStores)
  t.test(`${name}: SQL is closed while too many statements run past their limit`, async (t) => {
    let listed: readonly LateStatement[] = []
    let looks = 0
    const service = await testService(t, {
      store: {
        name,
        make(url) {
          const store = make(url)
          // The engine's list, with the test's entries.
          const statements: StatementControl = {
            ...store.statements!,
            async late() {
              looks += 1
              return [...(await store.statements!.late()), ...listed]
            },
          }
          return { ...store, statements }
        },
      },
      environment: { SQL_OVERDUE: '2' },
    })
    const { id: workspace } = await service.workspace()
    const query = () =>
      service.call('POST', sqlPath, { workspace, body: { query: 'SELECT count(*) AS n FROM events_v1' } })
    const looked = async (): Promise<void> => {
      for (const next = looks + 2; looks < next;) await pause(20)
    }
    t.equal((await query()).status, 200)
    listed = [late('a', 'sql'), late('b', 'question'), late('c', 'question')]
    await looked()
    t.equal((await query()).status, 200, 'one statement of SQL is fewer than two')
    listed = [late('a', 'sql'), late('b', 'sql')]
    await looked()
    const closed = await query()
    t.match(closed, { status: 503, body: { error: 'UNAVAILABLE', message: /\(SQL_OVERDUE\)/ } })
    t.ok(Number(closed.headers.get('retry-after')) > 0)
    const dau = { workspace, query: { range: 'today' } }
    t.equal((await service.call('GET', '/api/v1/metrics/dau', dau)).status, 200, 'questions go on')
    listed = []
    await looked()
    t.equal((await query()).status, 200, 'open again')
  })
