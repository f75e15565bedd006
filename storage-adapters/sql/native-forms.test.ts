import t from 'tap'
import {
  aggregate,
  column,
  definePlugin,
  max,
  PlanError,
  scan,
  type NativeForm,
  type OperatorDefinition,
  type OperatorNode,
} from '../../contract/index.js'
import { loadRegistry } from '../../app/load-registry.js'
import { nativeFormsOf } from '../../core/kernel/native-forms.js'
import { expand } from '../../core/run/expand.js'
import { silentLog } from '../../test/support/silent-log.js'
import { createClickHouseStore } from '../clickhouse/store.js'
import { createDuckDbStore } from '../duckdb/store.js'
import { createPostgresStore } from '../postgres/store.js'
import type { NativeOperator } from './dialect.js'
import { columnOf, intColumn, nest, render } from './select.js'

/** The newest row of each device, in `newest`; `size` is only an option. */
const newest = (size = 1): OperatorNode => ({
  kind: 'operator',
  operator: 'newest',
  inputs: [scan('events')],
  options: { size },
  columns: { device_id: 'text', newest: 'time' },
})

const lower: OperatorDefinition['lower'] = ({ inputs: [input] }) =>
  aggregate(input ?? scan('events'), { device_id: column('device_id') }, { newest: max(column('timestamp')) })

const compile: NativeOperator = (node, _needed, scope) => {
  const input = node.inputs[0] ?? scan('events')
  const rows = scope.compile(input, new Set(['device_id', 'timestamp']))
  const device = columnOf(rows, 'device_id')
  const latest = { ...intColumn(`own_max(${columnOf(rows, 'timestamp').sql})`), type: 'time' } as const
  const columns = new Map([
    ['device_id', device],
    ['newest', latest],
  ])
  const grouped = { ...rows, columns, text: null }
  const tail = ` GROUP BY ${device.sql}`
  return nest(render(grouped, ['device_id', 'newest'], scope, tail), columns, scope)
}

const registryOf = (definition: Partial<Record<keyof OperatorDefinition, unknown>>) =>
  loadRegistry([
    definePlugin({
      name: 'acme',
      contract: 1,
      after: [],
      register: (host) => host.operator({ name: 'newest', lower, ...definition } as OperatorDefinition),
    }),
  ])

const workspace = { id: 'ws_', number: 1 }
const storesWith = {
  clickhouse: (nativeForms: ReadonlyMap<string, NativeForm>) =>
    createClickHouseStore({ connection: { url: 'http://localhost' }, log: silentLog, nativeForms }),
  postgres: (nativeForms: ReadonlyMap<string, NativeForm>) =>
    createPostgresStore({ connection: { url: 'postgres://localhost' }, log: silentLog, nativeForms }),
  duckdb: (nativeForms: ReadonlyMap<string, NativeForm>) =>
    createDuckDbStore({ directory: null, memoryBytes: 1e9, log: silentLog, nativeForms }),
}
const engines = ['clickhouse', 'postgres', 'duckdb'] as const

/** The statement of the operator on an engine, for which it has this form. */
function statement(engine: (typeof engines)[number], form: object | null, size = 1): string {
  const registry = registryOf(form === null ? {} : { native: { [engine]: form } })
  const store = storesWith[engine](nativeFormsOf(registry, engine))
  return store.compile(workspace, expand(newest(size), store, registry.operators)).text
}

t.test('a form answers on its engine, where it fits, and no other engine has it', (t) => {
  for (const engine of engines) {
    t.match(statement(engine, { compile }), /own_max\(.*GROUP BY/s, engine)
    t.notMatch(statement(engine, null), 'own_max', `${engine} lowers an operator without a form`)
    const small = { compile, fits: ({ options }: OperatorNode) => (options as { size: number }).size < 5 }
    t.match(statement(engine, small), 'own_max')
    t.notMatch(statement(engine, small, 5), 'own_max', `${engine} lowers a node that the form does not fit`)
  }
  const elsewhere = nativeFormsOf(registryOf({ native: { clickhouse: { compile } } }), 'postgres')
  t.equal(elsewhere.size, 0)
  t.end()
})

t.test('a form that is no answer to its node is named', (t) => {
  const faulty = (change: (rows: ReturnType<NativeOperator>) => ReturnType<NativeOperator>) => () =>
    statement('postgres', {
      compile: ((...given) => change(compile(...given))) satisfies NativeOperator,
    })
  const whose = 'the native form of operator newest on postgres'
  t.throws(
    faulty((rows) => ({ ...rows, columns: new Map() })),
    new PlanError(`${whose} lacks the column device_id`),
  )
  t.throws(
    faulty((rows) => ({ ...rows, columns: new Map([...rows.columns, ['newest', intColumn('1')]]) })),
    new PlanError(`${whose} has the column newest as int in place of time`),
  )
  t.throws(
    faulty(() => {
      throw new TypeError('no such thing')
    }),
    new PlanError(`${whose} throws: no such thing`),
  )
  t.end()
})

t.test('a declaration that cannot be used names its plugin', (t) => {
  const words = (definition: object) => () => registryOf(definition)
  t.throws(words({ lower: undefined }), /plugin acme: operator newest: lower must be a function/)
  t.throws(words({ native: { Postgres: { compile } } }), /form for Postgres must have the name of a storage/)
  t.throws(words({ native: { postgres: {} } }), /form for postgres must have a function compile/)
  t.throws(words({ native: { postgres: null } }), /form for postgres must have a function compile/)
  t.throws(words({ native: { postgres: { compile, fits: true } } }), /must have no fits, or a function/)
  t.end()
})
