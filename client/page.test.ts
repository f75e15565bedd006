import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { readText, root } from '../test/arch/source-files.js'
import { testService } from '../test/support/service.js'
import { createClient } from './index.js'

t.test('the program of docs/api.md runs as it stands', async (t) => {
  const service = await testService(t)
  const { id: workspace, ingestKey } = await service.workspace()
  const events = [
    { event: 'signup', device_id: 'd1', timestamp: '2026-03-08T09:00:00Z', properties: { plan: 'pro' } },
    { event: 'signup', device_id: 'd2', timestamp: '2026-03-08T10:00:00Z' },
    { event: 'purchase', device_id: 'd1', timestamp: '2026-03-09T09:00:00Z' },
  ]
  await createClient({ url: service.base, token: ingestKey }).post('/v1/events', { body: events })
  const admin = createClient({ url: service.base, token: service.token })
  const { data } = await admin.post('/api/v1/admin/workspace/keys', {
    body: { workspace_id: workspace, name: 'report', kind: 'query' },
  })

  const [, program = ''] = /```js\n([^]*?)```/.exec(readText('docs/api.md')) ?? []
  const filled = program
    .replace('http://localhost:8080', service.base)
    .replace('<query key>', data.key)
    .replace('<workspace>', workspace)
  const file = join(root, 'build/client/test-page.mjs')
  writeFileSync(file, filled)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  t.strictSame(stdout.trim().split('\n').sort(), [
    '422 VALIDATION_ERROR range',
    'event purchase',
    'event signup',
    'event signup',
    'signups 1',
    'steps 2 1',
  ])
})
