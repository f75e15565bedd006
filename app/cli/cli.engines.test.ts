import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { ask, cli, folder, freePort, pasted, processesOn, run, untilNoneOn } from './test-cli.js'

const email = 'root@example.com'
const password = 'correct horse battery'

t.test('a service from its first user to its end', async (t) => {
  const base = folder(t)
  const DATA_DIR = join(base, 'data')
  const port = await freePort()
  const environment = { DATA_DIR, PORT: port }
  const url = `http://127.0.0.1:${port}`

  const create = ['user', 'create', '--email', email]
  const tooLow = await cli([...create, '--role', 'editor', '--password', password], environment)
  t.same([tooLow.code, tooLow.err], [1, 'the first user must have --role platform\n'])
  const made = await cli([...create, '--role', 'platform'], environment, `${password}\n`)
  t.equal(made.code, 0, made.err)
  t.match(made.out, /^created root@example\.com \(usr_[\w-]{16,}\), platform\n$/m)
  const again = await cli([...create, '--role', 'viewer', '--password', password], environment)
  t.same([again.code, again.err], [1, `user ${email} already exists\n`])

  const service = run(['start'], environment)
  const line = JSON.parse(
    (await service.seen('"ready at')).split('\n').find((text) => text.includes('ready at'))!,
  )
  t.equal(line.url, url)
  t.ok(line.ms > 0 && line.msg.includes(`${line.ms} ms`))
  t.equal((await ask('GET', `${url}/readyz`)).status, 200)
  t.ok(processesOn(DATA_DIR).length >= 2, 'the engines are seen')

  const login = await ask('POST', `${url}/api/v1/auth/login`, { email, password })
  t.equal(login.status, 200)
  const bearer = { authorization: `Bearer ${login.body.data.token}` }
  const workspace = await ask('POST', `${url}/api/v1/user/workspaces`, { name: 'One', slug: 'one' }, bearer)
  const inWorkspace = { ...bearer, 'x-workspace-id': workspace.body.data.id as string }
  const wanted = { workspace_id: workspace.body.data.id as string, name: 'import', kind: 'ingest' }
  const key = (await ask('POST', `${url}/api/v1/admin/workspace/keys`, wanted, bearer)).body.data
    .key as string

  const [second, user, doctor, inUse] = await Promise.all([
    cli(['start'], { ...environment, PORT: '0' }),
    cli([...create, '--role', 'viewer', '--password', password], environment),
    cli(['doctor'], environment),
    cli(['rollups', 'check', 'one'], environment),
  ])
  t.equal(inUse.code, 1)
  t.match(inUse.err, /^.* is in use by a running service; stop it first, or use its API: GET .*\n$/)
  t.same(
    [second.code, second.err],
    [1, `${DATA_DIR} is in use by process ${service.child.pid}; stop it, or use another directory\n`],
  )
  t.equal(user.code, 1)
  t.match(
    user.err,
    /^.* is in use by a running service; stop it first, or create the user through its API, .*\n$/,
  )
  t.equal(doctor.code, 0)
  t.match(doctor.out, /^ok {4}storage: in use by a running service/m)

  const file = join(base, 'events.jsonl')
  const lines = Array.from({ length: 25 }, (_, n) => JSON.stringify({ event: 'seen', device_id: `d${n}` }))
  writeFileSync(file, [...lines, 'no json', ''].join('\n'))
  const count = async (): Promise<number> =>
    (await ask('GET', `${url}/api/v1/metrics/events?range=7d`, null, inWorkspace)).body.data.total as number
  const into = ['--url', url, '--batch-size', '10']
  const imported = await cli(['import', file, ...into, '--key', key], environment)
  t.equal(imported.code, 0, imported.err)
  t.equal(imported.out, `${file}: 25 accepted, 1 rejected\n  line 26: the line must be a JSON object\n`)
  t.match(imported.err, 'import: 100%')
  t.equal(await count(), 25)
  const twice = await cli(['import', file, ...into], { ...environment, SEXTANT_INGEST_KEY: key })
  t.match(twice.out, '(lines up to 26 were sent before)')
  writeFileSync(join(base, 'key'), `${key}\n`)
  await cli(['import', file, ...into, '--restart', '--key-file', join(base, 'key')], environment)
  t.equal(await count(), 25, 'nothing counts twice')
  const wrongKey = await cli(['import', file, ...into, '--key', '0'.repeat(32)], environment)
  t.equal(wrongKey.code, 1, 'what was done for one key is not done for another')
  t.match(wrongKey.err, /^401: .*; run the command again to resume\n$/m)

  const definition = { events: [{ event: 'seen', days: 7 }] }
  const kept = await ask('POST', `${url}/api/v1/audiences`, { name: 'A', definition }, inWorkspace)
  const audience = String(kept.body.data.id)

  const query = 'range=8q'
  const refused = await ask('GET', `${url}/api/v1/metrics/query?metric=dau&${query}`, null, inWorkspace)
  const planned = await cli(['plan', 'dau', query])
  t.same([planned.code, planned.err], [1, `${refused.body.message}\n`])

  service.child.kill('SIGTERM')
  const { code, out } = await service.ended
  t.equal(code, 0)
  t.match(out, '"stopped"')
  t.same(processesOn(base), [])
  const rebuilt = await cli(['views', 'rebuild', 'one'], environment)
  const agree = ['event_slots', 'device_slots', 'person_days']
    .map((name) => `${name}: agrees with the events\n`)
    .join('')
  t.same([rebuilt.code, rebuilt.out], [0, agree], rebuilt.err)
  const checked = await cli(['views', 'check', 'ONE'], environment)
  t.same([checked.code, checked.out], [0, agree], checked.err)
  const none = await cli(['rollups', 'check', 'none'], environment)
  t.same([none.code, none.err], [1, 'unknown workspace none\n'])
  const explained = await cli(['plan', 'dau', 'range=7d', '--workspace', 'one'], environment)
  t.equal(explained.code, 0, explained.err)
  t.match(explained.out, '== after match-views ==')
  t.match(explained.out, 'views: event_slots (whole), device_slots (whole), person_days (')
  t.match(explained.out, /^-- answer$/m)
  const among = await cli(['plan', 'dau', `range=7d&audience=${audience}`, '--workspace', 'one'], environment)
  t.equal(among.code, 0, among.err)
  t.match(among.out, '"seen"', 'the plan holds what the audience asks')
  const noAudience = await cli(['plan', 'dau', 'audience=aud_0', '--workspace', 'one'], environment)
  t.same([noAudience.code, noAudience.out], [1, ''])
  const healthy = await cli(['doctor'], environment)
  t.match(
    healthy.out,
    /^ok {4}views: event_slots answers for 1 of 1, device_slots answers for 1 of 1, person_days /m,
  )
  t.match(healthy.out, /^(ok|warn) {2,4}open files: \d+ of \d+/m)
  t.match(healthy.out, /^(ok|warn) {2,4}engine disk: /m)
  t.equal(healthy.code, 0)
  t.match(healthy.out, /^ok {4}workspaces: 1, each with its tables$/m)
  t.match(healthy.out, /^ok {4}statements: none is overdue$/m)
  t.notMatch(healthy.out, /^fail/m)
})

t.test('what is wrong is told in a line', async (t) => {
  const base = folder(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const port = String((taken.address() as AddressInfo).port)
  writeFileSync(join(base, 'settings.json'), '{"PROT": 1}')
  const [settings, storage, file, database, portTaken, plugin, doctor, help] = await Promise.all([
    cli(['start'], { PORT: 'x', TOKEN_TTL: '1' }),
    cli(['start'], { STORAGE: 'sqlite' }),
    cli(['start', '--config', join(base, 'settings.json')]),
    cli(['start'], { DATA_DIR: join(base, 'a'), DATABASE_URL: 'postgres://me:secret@127.0.0.1:9/x' }),
    cli(['start'], { DATA_DIR: join(base, 'b'), PORT: port }),
    cli(['start'], { DATA_DIR: join(base, 'c'), PLUGINS: './nowhere.js' }),
    cli(['doctor'], { PORT: 'x' }),
    cli(['import', '--help']),
  ])
  t.same(settings, {
    code: 2,
    out: '',
    err:
      'PORT: must be a whole number from 0 to 65535\n' +
      'TOKEN_TTL: must be a whole number from 60 to 31536000\n',
  })
  t.same(storage, { code: 2, out: '', err: 'STORAGE: must be one of clickhouse, postgres, duckdb\n' })
  t.same(file, { code: 2, out: '', err: 'PROT: unknown setting; did you mean PORT?\n' })
  t.equal(database.code, 1)
  t.match(database.err, /^DATABASE_URL: the server 127\.0\.0\.1:9 cannot be used: .*\n$/)
  t.notMatch(database.err, 'secret')
  t.equal(portTaken.code, 1)
  t.equal(
    portTaken.err,
    `PORT: ${port} on 127.0.0.1 is in use; stop the other program or choose another port\n`,
  )
  t.equal(plugin.code, 1)
  t.match(plugin.err, /^PLUGINS: \.\/nowhere\.js cannot be loaded: .*\n$/)
  t.notOk(existsSync(join(base, 'c')), 'nothing was started for it')
  t.equal(doctor.code, 1)
  t.equal(doctor.out, 'fail  settings: PORT: must be a whole number from 0 to 65535\n')
  t.match(help.out, '--batch-size')
  t.same(processesOn(base), [])
})

t.test('signals and faults', async (t) => {
  const base = folder(t)
  writeFileSync(
    join(base, 'odd.mjs'),
    `const route = (name, handle) => ({ method: 'GET', path: '/api/v1/' + name, summary: name, tag: 'odd', access: { kind: 'public' }, handle })
    const said = (text) => process.stdout.write(text + '\\n')
    export const plugin = { name: 'odd', contract: 1, after: [], register(host) {
      host.route(route('slow', () => { said('SLOW'); return new Promise((done) => process.once('SIGTERM', () => setTimeout(done, 50, { data: 1 }))) }))
      host.route(route('never', () => { said('NEVER'); return new Promise(() => {}) }))
      host.route(route('crash', async () => { setImmediate(() => { throw new Error('boom') }); return {} }))
    } }`,
  )
  const [port, otherPort] = await Promise.all([freePort(), freePort()])
  const settings = { PLUGINS: join(base, 'odd.mjs'), LOG_LEVEL: 'info' }
  const draining = run(['start'], { ...settings, PORT: port, DATA_DIR: join(base, 'a') })
  const crashing = run(['start'], { ...settings, PORT: otherPort, DATA_DIR: join(base, 'b') })

  await draining.seen('"ready at')
  const slow = ask('GET', `http://127.0.0.1:${port}/api/v1/slow`)
  const never = ask('GET', `http://127.0.0.1:${port}/api/v1/never`).then(
    () => 'answered',
    () => 'cut off',
  )
  await Promise.all([draining.seen('SLOW'), draining.seen('NEVER')])
  draining.child.kill('SIGTERM')
  t.equal((await slow).status, 200, 'a request in flight is finished')
  draining.child.kill('SIGTERM')
  t.equal((await draining.ended).code, 143, 'a second signal does not wait')
  t.equal(await never, 'cut off')

  await crashing.seen('"ready at')
  await ask('GET', `http://127.0.0.1:${otherPort}/api/v1/crash`).catch(() => null)
  const { code, out } = await crashing.ended
  t.equal(code, 1)
  t.match(out, /"message":"boom".*"msg":"uncaught error; the service is stopping"/)
  t.same(await untilNoneOn(base), [], 'no engine is left behind')
})

t.test('demo', async (t) => {
  const base = folder(t)
  const DATA_DIR = join(base, 'data')
  const environment = { DATA_DIR, PORT: await freePort(), DATABASE_URL: 'postgres://production/x' }
  const args = ['demo', '--days', '20', '--devices', '120']
  const first = await cli([...args, '--exit'], environment)
  t.equal(first.code, 0, first.err)
  t.match(first.err, /^demo data: 100%, /m)
  t.same(processesOn(base), [])
  const notes = join(DATA_DIR, 'demo-login.json')
  t.equal(statSync(notes).mode & 0o777, 0o600)
  const kept = JSON.parse(readFileSync(notes, 'utf8')) as { password: string; story: { since: string } }
  t.match(first.out, `demo@example.com\nPassword  ${kept.password}\n`)

  const second = run(args, environment)
  t.teardown(() => second.child.kill('SIGKILL'))
  const out = await second.seen('Serving')
  t.equal(out.replace('\nServing until Ctrl-C.\n', ''), first.out, 'the same login and lines as before')
  const curls = out.split('\n').filter((line) => line.startsWith('curl '))
  t.equal(curls.length, 3)
  const answers = await Promise.all(
    curls.map(async (line) => {
      const { status, body } = await pasted(line)
      t.equal(status, 200, line)
      return body
    }),
  )
  t.ok(answers[0].data.total > 10)
  t.equal(answers[0].data.points.length, 30)
  t.equal(answers[1].data[0].label, 'page_viewed')
  t.equal(answers[2].data.length, 3)

  const counted = await pasted(curls[0]!.replace('dau?range=30d', 'events?range=all_time'))
  const { demoBatches } = await import('../../plugins/demo/data.js')
  const since = Date.parse(kept.story.since)
  const expected = [...demoBatches({ now: Date.now(), since, days: 20, devices: 120 })]
  const all = expected.reduce((sum, { events }) => sum + events, 0)
  const total = counted.body.data.total as number
  t.ok(total <= all && total > all - 100, `${total} of ${all} events (time goes on): nothing twice`)
  second.child.kill('SIGINT')
  t.equal((await second.ended).code, 0)

  const strange = await cli(['demo', '--exit'], {
    ...environment,
    ADMIN_EMAIL: 'x@y.z',
    ADMIN_PASSWORD: password,
  })
  t.equal(strange.code, 1)
  t.match(strange.err, /^.* has accounts of its own and x@y\.z cannot log in; use another DATA_DIR, .*\n$/)
})
