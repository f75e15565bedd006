import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { ServiceError } from '../../../contract/index.js'
import { patience } from '../../../test/support/patience.js'
import { processorClock, processorSeconds } from '../../../test/support/processor-time.js'
import { budget, mine, openSandbox, servers } from './test-sandbox.js'
import { functions, operators } from './vocabulary.js'

/**
 * A function that loops over a large argument without checking for cancellation runs on after its time budget
 * and keeps a core busy. These tests call each form that a member may call with large arguments.
 */

/** Large arguments by type. A type that is missing takes NULL: its values cannot grow. */
const members = (text: string): string => `(SELECT array_agg(${text}) FROM generate_series(1, 70000) AS n)`
const large: Readonly<Record<string, string>> = {
  text: `repeat('ab ', 300000)`,
  bytea: `convert_to(repeat('ab ', 300000), 'UTF8')`,
  json: `(SELECT json_object_agg('k' || n, n) FROM generate_series(1, 70000) AS n)`,
  jsonb: `(SELECT jsonb_object_agg('k' || n, n) FROM generate_series(1, 70000) AS n)`,
  jsonpath: `'$.** ? (@ == 0)'::jsonpath`,
  numeric: `repeat('7', 60000)::numeric`,
  int4: `100000000`,
  int8: `100000000000`,
  float8: `1e300`,
  bool: `true`,
  interval: `'100000000 days'::interval`,
  timestamp: `'200000-01-01'::timestamp`,
  timestamptz: `'200000-01-01'::timestamptz`,
  date: `'200000-01-01'::date`,
  varbit: `repeat('10', 4000000)::varbit`,
  bit: `repeat('10', 4000000)::varbit`,
  _text: members(`'m' || n`),
  _int4: members('n::int'),
  _jsonb: members('to_jsonb(n)'),
  anyarray: members('n::int'),
  anycompatiblearray: members('n::int'),
  anyelement: '-1',
  anycompatible: '-1',
  anynonarray: '-1',
  any: `repeat('ab ', 300000)`,
}

interface Form {
  readonly name: string
  readonly kind: 'function' | 'aggregate' | 'window' | 'operator'
  readonly types: readonly string[]
  readonly set: boolean
}

const formsOf = `SELECT DISTINCT p.proname AS name,
    CASE p.prokind WHEN 'a' THEN 'aggregate' WHEN 'w' THEN 'window' ELSE 'function' END AS kind,
    ARRAY(SELECT y.typname::text FROM unnest(p.proargtypes) WITH ORDINALITY AS a (oid, n) JOIN pg_type AS y USING (oid) ORDER BY n) AS types,
    p.proretset AS set
  FROM pg_proc AS p WHERE p.pronamespace = 'pg_catalog'::regnamespace
  UNION ALL SELECT o.oprname, 'operator', ARRAY[l.typname::text, r.typname::text], false
  FROM pg_operator AS o JOIN pg_type AS l ON l.oid = o.oprleft JOIN pg_type AS r ON r.oid = o.oprright`

function statementOf({ name, kind, types, set }: Form): string {
  const args = types.map((type) => large[type] ?? 'NULL')
  if (kind === 'operator') return `SELECT (${args.join(` ${name} `)}) IS NULL`
  const call = `"${name}"(${args.join(', ')})`
  if (set) return `SELECT count(*) FROM ${call} AS f`
  if (kind === 'function') return `SELECT ${call} IS NULL`
  return `SELECT count(*) FROM (SELECT ${call}${kind === 'window' ? ' OVER ()' : ''} FROM generate_series(1, 20) AS f) AS g`
}

const admitted = ({ name, kind }: Form): boolean => (kind === 'operator' ? operators : functions).has(name)
const grows = ({ types }: Form): boolean => types.some((type) => large[type] !== undefined)

/**
 * Seconds of processor time after which a statement counts as hanging: far more than an engine takes to cancel, far less
 * than such a loop. A loaded machine gives a statement less processor time, not more.
 */
const hang = 8

for (const { name, url } of servers())
  t.test(`${name}: every allowed function and operator ends with its budget`, async (t) => {
    const fixture = await openSandbox(url)
    t.teardown(() => fixture.close())
    const reader = await fixture.reader({})
    const forms = (await fixture.look(formsOf)) as unknown as readonly Form[]
    const usedSince = processorClock()
    /** The running statements, each with the processor time that its process has used since it was first looked at. */
    const running = async (): Promise<readonly { readonly query: string; readonly used: number }[]> =>
      (
        await fixture.look(
          `SELECT pid, query_start::text AS start, left(query, 300) AS query FROM pg_stat_activity
           WHERE usename LIKE 'sextant\\_r\\_%' AND state = 'active' AND datname = current_database()`,
        )
      ).map(({ pid, start, query }) => ({
        query: String(query),
        used: usedSince(`${String(pid)} ${String(start)}`, processorSeconds(Number(pid))),
      }))
    const outcomes = new Map<string, number>()
    for (const form of forms.filter(admitted).filter(grows)) {
      const text = statementOf(form)
      const outcome = await reader.query(mine, text, { ...budget, timeMs: 300 }).then(
        () => 'answer',
        (error: unknown) => {
          if (!(error instanceof ServiceError)) throw error
          return error.code
        },
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      const until = performance.now() + patience
      let left = await running()
      while (left.length > 0 && left.every(({ used }) => used < hang) && performance.now() < until) {
        await pause(50)
        left = await running()
      }
      t.strictSame(left, [], text.slice(0, 200))
    }
    t.ok((outcomes.get('answer') ?? 0) > 300, 'most of them run')
    t.strictSame(
      [...outcomes.keys()].filter((code) => !['answer', 'VALIDATION_ERROR', 'TIMEOUT'].includes(code)),
      [],
    )
  })
