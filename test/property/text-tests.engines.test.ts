import { randomInt } from 'node:crypto'
import t from 'tap'
import {
  ascending,
  calculatedValues,
  column,
  equals,
  isIn,
  match,
  not,
  scan,
  select,
  sort,
  text,
  type Expr,
} from '../../contract/index.js'
import { askStore } from '../../core/run/ask-store.js'
import { batchOf, event } from '../../storage-adapters/memory/test-store.js'
import { testStores } from '../support/stores.js'

/**
 * Text functions of values of every type, compared with constants: what a store leaves unread must not be
 * one of them. Memory reads everything.
 */
const limits = { timeMs: 60_000, memoryBytes: 1_000_000_000, rows: 1_000 }

const expressions = [
  ...['lower(v)', 'upper(v)', 'trim(v)', 'substring(v, 2)', 'substring(v, 1, 1)', 'upper(trim(v))'],
  ...[
    "replace(v, '5', 'PRO')",
    "replace(lower(v), 'r', 'É')",
    "split_part(v, '.', 1)",
    "split_part(v, 'e', 2)",
  ],
  ...["regex_extract(v, '[a-z]+')", "trim(upper(replace(v, 'p', '5')))", 'lower(upper(v))', 'domain(v)'],
]
const values = [
  ...[
    'pro',
    'PRO',
    ' Pro ',
    '5',
    'true',
    'TRUE',
    'ſıx',
    'K',
    'É',
    'é',
    '',
    'µ',
    '15.5',
    'e+21',
    'https://www.a.pro/x',
  ],
  ...[5, 0, -0.5, 15.5, 1e21, 1.5e-7, 5e15, true, false, null, { a: 'pro' }, ['pro']],
]
const constants = [
  ...[
    'PRO',
    'pro',
    'Pro',
    '5',
    'PRO5',
    '15',
    'TRUE',
    'true',
    'tru',
    'rue',
    'T',
    't',
    'SIX',
    'ſix',
    'k',
    'K',
    'É',
    'é',
  ],
  ...['', 'E', 'e', '1E+21', '1e+21', '+21', '-0.5', '.5', '.', 'É5', 'alse', 'a.pro', 'Μ', 'µ', 'fals'],
]

const fail = (message: string): never => {
  throw new Error(message)
}

const testsOf = (expression: string): readonly Expr[] => {
  const read = calculatedValues(new Map([['x', { expression }]]), null)
  const value = read('x', fail).text ?? fail(expression)
  return constants.flatMap((constant, at) => [
    equals(value, text(constant)),
    not(isIn(value, [constant, constants[(at * 7 + 1) % constants.length] ?? ''])),
    ...(['contains', 'starts-with', 'ends-with'] as const).map((how) => match(how, value, constant)),
  ])
}

t.test('comparisons of text functions with constants', async (t) => {
  const { memory, clickhouse, postgres, duckdb, close } = await testStores()
  t.teardown(close)
  const workspace = { id: 'ws_texts', number: randomInt(1, 2 ** 40) }
  const events = values.map((v, seq) => event(seq, { properties: v === null ? {} : { v } }))
  const stores = { memory, clickhouse, postgres, duckdb }
  for (const store of Object.values(stores)) {
    await store.createWorkspace(workspace)
    t.teardown(() => store.dropWorkspace(workspace))
    await store.append(workspace, batchOf({ events }))
  }
  for (const expression of expressions) {
    const tests = testsOf(expression)
    const columns = Object.fromEntries(tests.map((test, at) => [`t${at}`, test]))
    const asked = sort(select(scan('events'), { seq: column('seq'), ...columns }), [ascending(column('seq'))])
    const [expected, ...others] = await Promise.all(
      Object.values(stores).map((store) => askStore(store, workspace, asked, limits)),
    )
    for (const [at, name] of ['clickhouse', 'postgres', 'duckdb'].entries())
      t.strictSame(others[at], expected, `${expression} on ${name}`)
  }
})
