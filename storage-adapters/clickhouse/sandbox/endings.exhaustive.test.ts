import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { ClickHouseError } from '@clickhouse/client'
import { ServiceError } from '../../../contract/index.js'
import { patience } from '../../../test/support/patience.js'
import { processorClock, processorSeconds } from '../../../test/support/processor-time.js'
import { isAllowedFunction } from './functions.js'
import { openSandbox, type Sandbox } from './test-workspaces.js'

/**
 * Functions that loop over a large argument without checking the time would run past their budget and occupy
 * a core. Each function that a member may call is called with large arguments; the engine rejects those that
 * do not fit its types.
 */
const text = `repeat('ab ', 300000)`
const texts = `arrayMap(x -> toString(x), range(100000))`
const numbers = `range(100000)`
/** A worst case of substring search: each position is compared up to the middle. */
const hay = `repeat('a', 1000000)`
const needle = `concat(repeat('a', 500000), 'b')`
const signatures: readonly (readonly string[])[] = [
  [],
  [text],
  [text, text],
  [text, `'ab'`],
  [`'ab'`, text],
  [text, `'a+'`, `'b'`],
  [text, `'ab'`, text],
  [hay, needle],
  [needle, hay],
  [hay, needle, `''`],
  [text, '1000000'],
  [text, '1', '1000000'],
  [numbers],
  [numbers, numbers],
  [numbers, '3'],
  [numbers, '1000000'],
  [texts],
  [texts, texts],
  [texts, `'7'`],
  [`'max'`, numbers],
  ['x -> x > 0', numbers],
  ['x -> toString(x)', numbers],
  ['(x, y) -> x + y', numbers, numbers],
  ['9223372036854775807'],
  ['1000000000', '1000000000'],
  ['1000000000', '1'],
  ['-1000000000', '3'],
  ['1e300'],
  ['1e300', '1e300'],
  [`toDateTime64('2299-12-31 00:00:00', 3)`],
  [`toDateTime('2100-01-01 00:00:00')`, '1000000000'],
  [`toDate('2100-01-01')`, `toDate('1970-01-01')`],
  [`toDateTime('1970-01-01 00:00:00')`, `toUInt32(4000000000)`, '1'],
  [`map('a', ${text})`],
  [`mapFromArrays(${texts}, ${numbers})`],
  [`mapFromArrays(${texts}, ${numbers})`, `mapFromArrays(${texts}, ${numbers})`],
]
const overRows: readonly (readonly string[])[] = [
  ['number'],
  ['number', 'number'],
  [`repeat('ab ', 1000)`],
  ['range(number % 1000)'],
  ['number % 7', 'number'],
  ['toString(number)', 'number'],
]

/** The functions in ClickHouse's spelling. */
const functionNames = `SELECT name, is_aggregate FROM system.functions`

/** The arguments with which a function is called, and what it is called on. */
const callsOf = (
  isAggregate: boolean,
): { readonly calls: readonly (readonly string[])[]; readonly from: string } =>
  isAggregate ? { calls: overRows, from: ' FROM numbers(200000)' } : { calls: signatures, from: '' }

/** What ClickHouse answers to a wrong number of arguments, and to arguments of wrong types. */
const wrongNumber = '42'
const wrongTypes = '43'

/**
 * The statements that call a function with arguments of types that it takes. Most functions do not take most of them, and
 * the engine says so of small arguments in a fraction of the time that a statement of a member takes.
 */
async function statementsOf(
  sandbox: Sandbox,
  name: string,
  isAggregate: boolean,
): Promise<readonly string[]> {
  const { calls, from } = callsOf(isAggregate)
  const found: string[] = []
  const counts = new Set<number>()
  for (const args of calls) {
    if (counts.has(args.length)) continue
    const statement = `SELECT ignore(${name}(${args.join(', ')}))${from}`
    const small = statement.replaceAll(/\d{5,}/g, '7')
    const refusal = await sandbox
      .admin(`SELECT 1 FROM (${small}) LIMIT 0 SETTINGS max_execution_time = 2`)
      .then(
        () => null,
        (error: unknown) => (error instanceof ClickHouseError ? error.code : null),
      )
    if (refusal === wrongNumber) counts.add(args.length)
    else if (refusal !== wrongTypes) found.push(statement)
  }
  return found
}

/**
 * Seconds of processor time after the limit, of one thread, that count as hanging: far more than the engine needs to
 * end a statement that checks the time. A loaded machine gives a statement less processor time, not more.
 */
const hang = 8
/** Milliseconds until a statement is sent again that met abandoned ones: the engine counts those until they end. */
const retry = 100
const atOnce = 2
const expected: ReadonlySet<string> = new Set(['answer', 'VALIDATION_ERROR', 'TIMEOUT'])

t.test('every admitted function ends with its budget', async (t) => {
  const sandbox = openSandbox(t)
  const workspace = await sandbox.workspace({})
  const outcomes = new Map<string, number>()
  const limit = { timeMs: 1_000, memoryBytes: 1_000_000_000, rows: 10, bytes: 1_000_000 }
  const known = await sandbox.admin(functionNames)
  const functions = known.filter(([name]) => isAllowedFunction(String(name)))
  const waiting: string[] = []
  const collect = async (): Promise<void> => {
    for (let one = functions.shift(); one !== undefined; one = functions.shift())
      waiting.push(...(await statementsOf(sandbox, String(one[0]), Boolean(one[1]))))
  }
  await Promise.all(Array.from({ length: 4 }, collect))
  t.ok(waiting.length > 4_000, `${waiting.length} statements`)
  const late = new Set<string>()
  const usedSince = processorClock()
  // The answer always arrives at the limit; the engine's process list shows whether the statement ended too.
  let over = false
  const watch = async (): Promise<void> => {
    while (!over) {
      for (const { id, seconds, query, threads } of await sandbox.statements()) {
        if (seconds * 1_000 <= limit.timeMs) continue
        for (const thread of threads)
          if (usedSince(`${id} ${thread}`, processorSeconds(thread, thread)) > hang) late.add(query)
      }
      await pause(500)
    }
  }
  const outcomeOf = (one: string): Promise<string> =>
    sandbox.sql.query(workspace, one, limit).then(
      () => 'answer',
      (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        if (expected.has(error.code) || error.code === 'RATE_LIMITED') return error.code
        const cause = error.cause instanceof Error ? error.cause.message : ''
        return `${error.code}: ${cause.slice(0, 300)}: ${one.slice(0, 200)}`
      },
    )
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const end = performance.now() + patience
      let outcome = await outcomeOf(one)
      while (outcome === 'RATE_LIMITED' && performance.now() < end) {
        await pause(retry)
        outcome = await outcomeOf(one)
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  const watched = watch()
  await Promise.all(Array.from({ length: atOnce }, work))
  await sandbox.nothingRuns()
  over = true
  await watched
  t.strictSame([...late], [])
  t.ok((outcomes.get('answer') ?? 0) > 500, 'many of them run')
  t.strictSame(
    [...outcomes.keys()].filter((code) => !expected.has(code)),
    [],
  )
})
