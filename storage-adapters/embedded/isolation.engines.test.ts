import { once } from 'node:events'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { hasLargePages, pageEnvironment } from './clickhouse-pages.js'
import { startClickHouse, startPostgres } from './index.js'
import {
  childrenOf,
  folder,
  log,
  needsProc,
  needsRoot,
  parentOf,
  sql,
  status,
  userOf,
} from './test-support.js'

void t.test('running engines', async (t) => {
  const directory = folder(t)
  const [clickhouse, postgres] = await Promise.all([
    startClickHouse({ directory: join(directory, 'clickhouse'), log }),
    startPostgres({ directory: join(directory, 'postgres'), log }),
  ])
  t.teardown(() => Promise.all([clickhouse.stop(), postgres.stop()]))

  await t.test('reject logins without the password', async (t) => {
    const wrong = { ...clickhouse, password: 'x'.repeat(50), pid: 0, stop: () => Promise.resolve() }
    await t.rejects(sql(wrong, 'SELECT 1'), 'ClickHouse')
    await t.rejects(sql({ ...wrong, url: postgres.url, user: 'sextant' }, 'SELECT 1'), /password/, 'Postgres')

    // The engine has a user without a password. No way of naming it may get an answer.
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })
    const named = (user: string) => ({ 'X-ClickHouse-User': user })
    const tries: [string, Record<string, string>][] = [
      ['', {}],
      ['&user=default', {}],
      ['', basic('default:')],
      ['', named('default')],
      ['', named('')],
      ['&user=default', basic('admin:')],
      ['&user=default', basic('admin:guess')],
      ['&user=default', named('admin')],
      ['&%75ser=default', named('admin')],
      ['&user=default&password=', named('someone')],
      ['', { ...named('admin'), ...basic('default:') }],
    ]
    for (const [query, headers] of tries) {
      const path = `/?query=SELECT+currentUser()${query}`
      const outgoing = request(`${clickhouse.url}${path}`, { headers, agent: false }).end()
      const [incoming] = (await once(outgoing, 'response')) as [{ statusCode: number; resume(): void }]
      incoming.resume()
      t.ok(
        [403, 404, 401, 516].includes(incoming.statusCode),
        `${path} ${JSON.stringify(headers)}: ${incoming.statusCode}`,
      )
    }
  })

  await t.test('run under accounts of their own, every thread of them', { skip: needsRoot }, (t) => {
    const users = [clickhouse, postgres].map((engine) => userOf(engine.pid))
    const [first, second] = users
    t.not(first, 0)
    t.not(second, 0)
    t.not(first, second)
    for (const engine of [clickhouse, postgres]) {
      for (const pid of [engine.pid, ...childrenOf(engine.pid)]) {
        for (const task of readdirSync(`/proc/${pid}/task`)) {
          const text = status(pid, Number(task))
          const id = userOf(engine.pid)
          t.match(text, new RegExp(`Uid:(\t${id}){4}\n`))
          t.notMatch(text, /Gid:.*\t0(\t|\n)/)
          t.notMatch(text, /Groups:(.* )?\t?0 /)
          t.match(text, /CapEff:\t0+\n/)
        }
      }
    }
    t.end()
  })

  await t.test('inherit no environment and have no secrets on a command line', { skip: needsProc }, (t) => {
    const secrets = [clickhouse.password, postgres.password, clickhouse.password.slice(0, 24)]
    for (const pid of [clickhouse.pid, postgres.pid, parentOf(postgres.pid)]) {
      const text = readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      for (const secret of secrets) t.notOk(text.includes(secret))
      const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((each) => each.split('=')[0])
      // The keeper's shell adds PWD and similar variables.
      const passed = ['LC_ALL', 'TZ', 'PWD', 'OLDPWD', 'SHLVL', '_']
      t.strictSame(
        names.filter((name) => name && !passed.includes(name)),
        pid === clickhouse.pid ? Object.keys(pageEnvironment(hasLargePages())) : [],
      )
    }
    t.notOk(readFileSync(join(directory, 'clickhouse/config.xml'), 'utf8').includes(clickhouse.password))
    t.end()
  })

  await t.test("cannot read root's files, nor each other's", { skip: needsRoot }, async (t) => {
    const secret = join(directory, 'secret')
    writeFileSync(secret, 'secret', { mode: 0o600 })
    const open = join(directory, 'open')
    writeFileSync(open, 'public', { mode: 0o644 })
    for (const path of [
      secret,
      '/etc/shadow',
      join(directory, 'postgres/password'),
      join(directory, 'postgres/data/PG_VERSION'),
    ]) {
      await t.rejects(
        sql(clickhouse, `SELECT file('${path}') AS x`),
        /Permission denied|CANNOT_OPEN_FILE/i,
        path,
      )
    }
    for (const path of [
      secret,
      '/etc/shadow',
      join(directory, 'postgres/password'),
      join(directory, 'clickhouse/config.xml'),
    ]) {
      await t.rejects(sql(postgres, `SELECT pg_read_file('${path}') AS x`), /Permission denied/i, path)
    }
    t.strictSame(await sql(clickhouse, `SELECT file('${open}') AS x`), [{ x: 'public' }], 'the test can fail')
  })
})
