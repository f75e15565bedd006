import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { builtInPlugins } from '../../plugins/index.js'
import { describeRoutes } from '../../http/describe-routes.js'
import { loadRegistry } from '../load-registry.js'
import { tokenKey } from '../token-key.js'
import { planShown } from '../../plugins/explain/plan-shown.js'
import { sqlLines } from './sql-lines.js'
import { cli, cliAll, folder } from './test-cli.js'

t.test('plan and routes', async (t) => {
  const [version, plan, unknown] = await Promise.all([
    cli(['--version']),
    cli(['plan', 'dau', 'range=90d&breakdown=country&conditions[0][field]=plan&conditions[0][value]=pro']),
    cli(['plan', 'dua']),
  ])
  const [compared, own, argument, list, routes, json, ruled, without, noRule, days, slots] = await cliAll(
    ['plan', 'events', 'range=all_time&compare=previous'],
    ['plan', 'events_custom', 'metric=avg&property=amount&event=paid'],
    ['plan', 'event:signup', 'range=7d'],
    ['plan', 'events_raw', 'range=7d'],
    ['routes'],
    ['routes', '--json'],
    ['plan', 'dau', 'range=30d&breakdown=country'],
    ['plan', 'dau', 'range=30d&breakdown=country', '--without', 'breakdown-to-bitmap'],
    ['plan', 'dau', '--without', 'nothing'],
    ['plan', 'dau', 'range=30d'],
    ['plan', 'dau', 'range=30d', '--without', 'match-snapshot'],
  )
  t.equal(plan.code, 0, plan.err)
  for (const part of ['== plan ==', '== memory ==', '== clickhouse ==', '== postgres =='])
    t.match(plan.out, part)
  t.match(plan.out, /^FROM .*\n/m)
  t.equal(plan.out.match(/^parameters: /gm)?.length, 2)
  t.match(plan.out, '… 87 more')
  t.same([unknown.code, unknown.err], [1, 'unknown metric "dua"; did you mean dau?\n'])
  t.match(compared.out, '== plan 3 of 3 ==', 'the first event, the series, and what it is compared with')
  t.match(own.out, '"kind": "avg"', "a parameter of the metric's own that is called metric")
  t.match(argument.out, '"signup"')
  t.match(
    list.out,
    /LIMIT \S+\n *\) AS t\d+\n *LEFT JOIN/,
    'only the rows of a page are joined with the links',
  )
  t.match(list.out, /LIMIT 1 BY device\n *\) AS t\d+\n *RIGHT JOIN/, 'and links with the rows of a page')
  // As JSON, because the function that finds a key cannot be compared.
  const known = JSON.parse(JSON.stringify(describeRoutes(loadRegistry(builtInPlugins)))) as ReturnType<
    typeof describeRoutes
  >
  t.same(JSON.parse(json.out), known)
  const rows = routes.out.trimEnd().split('\n').slice(1)
  t.equal(rows.length, known.length)
  t.ok(rows.some((row) => /^GET +\/api\/v1\/metrics\/dau +viewer of the workspace/.test(row)))
  t.match(version.out, /^\d+\.\d+\.\d+\n$/)
  t.match(ruled.out, 'rules: breakdown-to-bitmap, match-views, resolve-persons, resolve-after-grouping\n')
  t.match(without.out, 'rules: lower-breakdown, match-views, resolve-persons\nviews: device_slots\n')
  t.match(days.out, 'match-snapshot\nviews: person_days\n')
  t.match(slots.out, 'resolve-after-grouping\nviews: device_slots\n')
  t.match(noRule, { code: 1, err: /unknown rule ".*"; use one of top-k-then-fetch, join-to-semi-join/ })
})

t.test('a statement in lines is the same statement', (t) => {
  const sql =
    "SELECT a, extract(epoch FROM b), 'x FROM ''y'' WHERE' AS c, left(d, 3) FROM (SELECT * FROM w1.t LEFT JOIN u ON t.a = u.a WHERE a IS DISTINCT FROM b) AS t GROUP BY `FROM` UNION ALL SELECT 1"
  const lines = sqlLines(sql)
  t.equal(lines.replaceAll(/\s+/g, ''), sql.replaceAll(/\s+/g, ''))
  t.equal(
    lines,
    [
      "SELECT a, extract(epoch FROM b), 'x FROM ''y'' WHERE' AS c, left(d, 3)",
      'FROM (',
      '  SELECT *',
      '  FROM w1.t',
      '  LEFT JOIN u ON t.a = u.a',
      '  WHERE a IS DISTINCT FROM b',
      ') AS t',
      'GROUP BY `FROM`',
      'UNION ALL',
      'SELECT 1',
    ].join('\n'),
  )
  t.equal(
    planShown({ list: [1, 2, 3, 4, 5, 6, 7, 8, 9], none: {} }),
    '{ "list": [1, 2, 3, "… 5 more", 9], "none": {} }',
  )
  t.end()
})

t.test('the key that signs tokens', (t) => {
  const base = folder(t)
  const dataDir = join(base, 'new')
  const made = tokenKey({ jwtSecret: null, dataDir })
  t.ok(made.length >= 32)
  t.same(tokenKey({ jwtSecret: null, dataDir }), made)
  t.equal(statSync(join(dataDir, 'token-secret')).mode & 0o777, 0o600)
  t.not(Buffer.compare(made, tokenKey({ jwtSecret: null, dataDir: join(base, 'other') })), 0)
  t.same(tokenKey({ jwtSecret: 's'.repeat(32), dataDir }), Buffer.from('s'.repeat(32)))
  writeFileSync(join(dataDir, 'token-secret'), 'short')
  t.throws(() => tokenKey({ jwtSecret: null, dataDir }), { message: /too short for a secret/ })
  mkdirSync(join(base, 'folder', 'token-secret'), { recursive: true })
  t.throws(() => tokenKey({ jwtSecret: null, dataDir: join(base, 'folder') }), {
    message: /set JWT_SECRET instead/,
  })
  t.end()
})
