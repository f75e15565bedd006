import t from 'tap'
import { dayMs } from '../../sql/edges.js'
import type { ServerRequests } from '../server-requests.js'
import { createStoredRows } from './stored-rows.js'
import type { Target } from './target.js'

const dayOf = (date: string): number => Date.parse(date) / dayMs

function target(name: string, rows: ServerRequests['rows']): Target {
  const requests = { rows } as ServerRequests
  return {
    requests,
    database: { name, stored: name, cluster: null },
    settings: { inserting: {}, reading: {} },
  }
}

t.test('rows are counted once for the same months', async (t) => {
  const asked: unknown[] = []
  const counting = target('w1', ({ parameters }) => {
    asked.push(parameters)
    return Promise.resolve([[String(10 * asked.length)]])
  })
  const storedRows = createStoredRows()
  const [december, january] = [dayOf('2025-12-31'), dayOf('2026-01-02')]
  t.equal(await storedRows(counting, 'events_v1', december, january), 10)
  t.equal(await storedRows(counting, 'events_v1', december - 1, january + 3), 10)
  t.equal(await storedRows(counting, 'events_v1', january, january), 20)
  t.equal(await storedRows(counting, 'traits_v1', january, january), 30)
  t.strictSame(asked.slice(0, 2), [
    { from: 202512, to: 202601 },
    { from: 202601, to: 202601 },
  ])
})

t.test('a count that failed is asked for again', async (t) => {
  let tries = 0
  const failing = target('w1', () =>
    ++tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve([['7']]),
  )
  const storedRows = createStoredRows()
  await t.rejects(storedRows(failing, 'events_v1', 0, 0), { message: 'gone' })
  t.equal(await storedRows(failing, 'events_v1', 0, 0), 7)
})
