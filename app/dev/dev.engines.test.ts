import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { patience } from '../../test/support/patience.js'
import { temporaryDatabase } from '../../test/support/records.js'
import { ask, cli, folder, freePort, processesOn, run, type Running } from '../cli/test-cli.js'

const source = (value: string): string => `
export const plugin = { name: 'acme', contract: 1, after: [], register(host) {
  host.route({ method: 'GET', path: '/api/v1/acme', summary: 'acme', tag: 'acme', access: { kind: 'public' },
    handle: async () => ({ data: ${value} }) })
  host.route({ method: 'GET', path: '/api/v1/acme/crash', summary: 'acme', tag: 'acme', access: { kind: 'public' },
    handle: async () => { setImmediate(() => { throw new Error('boom') }); return {} } })
} }
`

interface Session {
  readonly base: string
  readonly dev: Running
  readonly url: string
  save(text: string): void
  /** Waits until the standard output has so many lines that match. */
  seen(pattern: RegExp, times?: number): Promise<string>
  answer(): Promise<unknown>
}

async function session(t: Tap, args: readonly string[] = []): Promise<Session> {
  const base = folder(t)
  writeFileSync(join(base, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
  const save = (text: string): void => writeFileSync(join(base, 'index.js'), text)
  save(source('1'))
  const database = await temporaryDatabase()
  t.teardown(() => void database.drop())
  const PORT = await freePort()
  const given = ['--plugin', base, '--database', database.url, '--days', '2', '--devices', '5', ...args]
  const dev = run(['dev', ...given], { PORT })
  let out = ''
  dev.child.stdout?.on('data', (text: string) => (out += text))
  const url = `http://127.0.0.1:${PORT}`
  return {
    base,
    dev,
    url,
    save,
    async seen(pattern, times = 1) {
      const end = performance.now() + patience
      for (;;) {
        const found = out.split('\n').filter((line) => pattern.test(line))
        if (found.length >= times) return found.at(-1)!
        if (performance.now() > end || dev.child.exitCode !== null)
          throw new Error(`no ${String(pattern)}: ${out}`)
        await pause(20)
      }
    },
    answer: async () => (await ask('GET', `${url}/api/v1/acme`)).body.data as unknown,
  }
}
type Tap = Parameters<typeof folder>[0]

t.test('a save is served; what does not load leaves the last version running', async (t) => {
  const { base, dev, url, save, seen, answer } = await session(t)
  await seen(/^ready in \d+ ms$/)
  t.equal(await answer(), 1)
  const line = await seen(/^curl -s .*\/api\/v1\/acme' /)
  t.match(line, `${url}/api/v1/acme`)
  const [, key = '', workspace = ''] = /Bearer (\S+)'.*X-Workspace-ID: (\S+)'/.exec(line) ?? []
  const headers = { authorization: `Bearer ${key}`, 'x-workspace-id': workspace }
  const events = async () =>
    (await ask('GET', `${url}/api/v1/metrics/events?range=all_time`, null, headers)).body.data.total as number
  const before = await events()
  t.ok(before > 0, 'there is demo data')

  save(source('2'))
  await seen(/^ready in/, 2)
  t.equal(await answer(), 2)
  t.equal(await events(), before, 'the events outlive the process')

  save('export const plugin = {')
  await seen(/^failed: .*index\.js cannot be loaded: .*; the service keeps running as it was$/)
  t.equal(await answer(), 2)
  save(source('3').replace("name: 'acme'", "name: 'auth'"))
  await seen(/^failed: plugin auth: .*used by two plugins; the service keeps running as it was$/)
  t.equal(await answer(), 2)
  save(`throw new Error('at load')`)
  await seen(/^failed: .*at load; the service keeps running as it was$/)
  await seen(/^\s+at .*index\.js:1:7$/)

  save(source('4'))
  await seen(/^ready in/, 3)
  t.equal(await answer(), 4)
  await ask('GET', `${url}/api/v1/acme/crash`).catch(() => null)
  await seen(/^failed: the service ended; it starts again after the next save$/)
  t.match(await seen(/boom/), /^uncaught error: boom$/)
  save(source('5'))
  await seen(/^ready in/, 4)
  t.equal(await answer(), 5)

  dev.child.kill('SIGINT')
  t.equal((await dev.ended).code, 0)
  t.strictSame(processesOn(base), [], 'all processes end')
})

t.test('tests run at every save', async (t) => {
  const base = folder(t)
  writeFileSync(join(base, 'package.json'), '{ "type": "module", "main": "./index.js" }')
  writeFileSync(join(base, 'index.js'), 'export const value = 1\n')
  writeFileSync(
    join(base, 'index.test.js'),
    `import { test } from 'node:test'\nimport assert from 'node:assert'\nimport { value } from './index.js'\ntest('it is 2', () => assert.equal(value, 2))\n`,
  )
  const dev = run(['dev', '--plugin', base, '--test'])
  await dev.seen('ℹ fail 1')
  writeFileSync(join(base, 'index.js'), 'export const value = 2\n')
  await dev.seen('ℹ pass 1')
  dev.child.kill('SIGTERM')
  t.equal((await dev.ended).code, 0)
})

t.test('errors in a line', async (t) => {
  const base = folder(t)
  const none = await cli(['dev', '--plugin', base])
  t.match([none.code, none.err], [1, /^--plugin: .* has no package\.json; name the folder of a plugin\n$/])
  writeFileSync(join(base, 'package.json'), '{}')
  const noEntry = await cli(['dev', '--plugin', base])
  t.match([noEntry.code, noEntry.err], [1, /must name the plugin's module in exports or main\n$/])
  writeFileSync(join(base, 'package.json'), '{ "main": "index.js" }')
  writeFileSync(join(base, 'tsconfig.json'), '{}')
  const noCompiler = await cli(['dev', '--plugin', base])
  t.match(
    [noCompiler.code, noCompiler.err],
    [1, /typescript is not installed in .*; run "npm install" there\n$/],
  )
})
