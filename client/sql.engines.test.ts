import t from 'tap'
import { clickHouse } from '../test/support/every-store.js'
import { testService } from '../test/support/service.js'
import { createClient } from './index.js'

const service = await testService(t, { store: clickHouse })
const { id: workspace, ingestKey } = await service.workspace()
const client = createClient({ url: service.base, token: service.token, workspace })

t.test('rows of SQL, and a file', async (t) => {
  await createClient({ url: service.base, token: ingestKey }).post('/v1/events', {
    body: ['a', 'b', 'b'].map((event) => ({ event, device_id: 'd', timestamp: '2026-03-08T09:00:00Z' })),
  })
  const query = 'SELECT event_name, count() AS n FROM events_v1 GROUP BY 1 ORDER BY 1'
  const rows: object[] = []
  for await (const row of client.sql<{ event_name: string; n: number }>(query)) rows.push(row)
  t.strictSame(rows, [
    { event_name: 'a', n: 1 },
    { event_name: 'b', n: 2 },
  ])
  const file = await client.fetch('post', '/api/v1/data/query', { body: { query, format: 'csv' } })
  t.match(file.headers.get('Content-Disposition'), /\.csv"$/)
  t.match(await file.text(), /^"event_name","n"\n"a",1\n"b",2\n$/)
  const asked = client.sql({ query: 'SELECT {a:String} AS a', parameters: { a: "o'clock" } })
  t.strictSame((await asked.next()).value, { a: "o'clock" })
  const { row_count } = await client.post('/api/v1/data/query', { body: { query } })
  t.equal(row_count, 2)
  await t.rejects(client.sql('SELECT nothing').next(), { code: 'VALIDATION_ERROR' })
})
