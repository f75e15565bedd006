import t from 'tap'
import { sqlPath, sqlStores, sqlWorkspaces } from './sql-workspaces.js'

for (const { name } of sqlStores)
  await t.test(`statements are saved on ${name}: checked, not run, and answered`, async (t) => {
    const { service, workspace, engine, run } = await sqlWorkspaces(t, name)
    const save = (query: string) =>
      service.call('POST', '/api/v1/questions', {
        workspace,
        body: { name: 'A statement', question: { path: sqlPath, body: { query } } },
      })
    const failing =
      engine === 'clickhouse'
        ? "SELECT throwIf(event_name = 'open') FROM events_v1"
        : 'SELECT CAST(event_name AS int8) FROM events_v1'
    t.equal((await run(failing)).status, 422, 'it fails when it runs')
    const checked = engine === 'clickhouse' ? 'SELECT toInt64(event_name) FROM events_v1' : failing
    t.equal((await save(checked)).status, 201, 'its rows are not read to check it')
    for (const query of [
      'SELECT event_name, count(*) AS n FROM events_v1 GROUP BY event_name ORDER BY n DESC, event_name',
      'WITH a AS (SELECT 1 AS x) SELECT x FROM a',
      'SELECT 1 AS x UNION ALL SELECT 1 AS x',
      'SELECT event_name, device_id FROM events_v1 ORDER BY 1, 2;',
    ]) {
      const saved = await save(query)
      t.equal(saved.status, 201, JSON.stringify(saved.body))
      const path = `/api/v1/questions/${String(saved.body.data.id)}/data`
      const answer = await service.call('GET', path, { workspace })
      const { columns, rows, row_count } = (await run(query)).body
      t.match(answer, { status: 200, body: { columns, rows, row_count } })
    }
    for (const [query, message] of [
      ['SELECT event_nme FROM events_v1', /unknown column.*line 1, column 8/],
      ['SELECT 1 FROM system.users', /./],
      ['SELECT 1; SELECT 2', /./],
      ['DROP TABLE events_v1', /./],
    ] as const) {
      const { status, body } = await save(query)
      t.equal(status, 422, query)
      t.match(body, { message, details: [{ path: '/question/query' }] }, query)
    }
  })
