import t from 'tap'
import { pageCode } from './page-code.js'

interface Column {
  readonly name: string
  readonly data_type: string
}
interface Shape {
  chartOf(result: object): Readonly<Record<string, unknown>> | null
}
interface Cells {
  kindOf(column: Column): string
  cellText(cell: unknown, kind: string): string
}

const { chartOf } = await pageCode<Shape>('sql-result/chart-shape.ts')
const { cellText, kindOf } = await pageCode<Cells>('sql-result/cells.ts')

const time = { name: 'day', data_type: "DateTime64(3, 'UTC')" }
const count = { name: 'events', data_type: 'UInt64' }
const people = { name: 'people', data_type: 'bigint' }
const plan = { name: 'plan', data_type: 'Nullable(String)' }
const at = (day: number): string => `2026-01-0${day}T00:00:00.000Z`

t.test('the kinds of columns, by the types of both dialects', async (t) => {
  const kinds = (types: readonly string[]) => types.map((data_type) => kindOf({ name: 'x', data_type }))
  t.strictSame(
    kinds(['UInt64', 'Nullable(Float64)', 'Decimal(9, 2)', 'bigint', 'numeric', 'double precision']),
    [...Array<string>(6).fill('number')],
  )
  t.strictSame(kinds(["DateTime64(3, 'UTC')", 'timestamp with time zone', 'Nullable(DateTime)']), [
    ...Array<string>(3).fill('time'),
  ])
  t.strictSame(kinds(['Date', 'Nullable(Date32)', 'date']), Array<string>(3).fill('date'))
  t.strictSame(kinds(['LowCardinality(Nullable(String))', 'text', 'uuid', 'IntervalDay']), [
    ...Array<string>(4).fill('text'),
  ])
  t.strictSame(kinds(['Array(Int64)', 'jsonb', 'integer[]', 'JSON']), Array<string>(4).fill('json'))
  t.equal(kindOf({ name: 'account_id', data_type: 'Int64' }), 'id')
})

t.test('numbers and times for people; what is exact stays exact', async (t) => {
  t.equal(cellText(1234567.5, 'number'), '1,234,567.5')
  t.equal(cellText(1234567, 'id'), '1234567')
  t.equal(cellText(0.00001234, 'number'), '0.00001234')
  t.equal(cellText('123456789012345678901', 'number'), '123456789012345678901')
  t.equal(cellText('2026-01-31T12:00:00.000Z', 'time'), '2026-01-31 12:00:00')
  t.equal(cellText('2026-01-31T12:00:00.250Z', 'time'), '2026-01-31 12:00:00.250')
  t.equal(cellText('soon', 'time'), 'soon')
  t.equal(cellText({ a: 1 }, 'json'), '{"a":1}')
})

t.test('times and numbers are lines over time, sorted', async (t) => {
  const rows = [
    [at(2), 5, 3],
    [at(1), 4, null],
  ]
  t.match(chartOf({ columns: [time, count, people], rows }), {
    of: 'time',
    added: false,
    by: 'day',
    values: ['events', 'people'],
    data: {
      dates: ['2026-01-01', '2026-01-02'],
      lines: [
        { label: 'events', values: [4, 5] },
        { label: 'people', values: [null, 3] },
      ],
    },
  })
})

t.test('a column of names makes a line of each, the largest first; equal ones add up', async (t) => {
  const rows = [
    [at(1), 'free', 1],
    [at(1), 'pro', 10],
    [at(2), 'pro', 20],
    [at(2), 'pro', 2],
    [at(2), null, 1.5],
  ]
  const chart = chartOf({ columns: [time, plan, count], rows })
  t.match(chart, {
    added: true,
    lines: 3,
    data: {
      lines: [
        { label: 'pro', values: [10, 22] },
        { label: 'null', values: [null, 1.5] },
        { label: 'free', values: [1, null] },
      ],
    },
  })
})

t.test('hours keep their time of day', async (t) => {
  const rows = [
    ['2026-01-01T01:00:00.000Z', 1],
    ['2026-01-01T02:00:00.000Z', 2],
  ]
  t.match(chartOf({ columns: [time, count], rows }), {
    data: { dates: ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z'] },
  })
})

t.test('names and numbers are bars; anything else is a table only', async (t) => {
  const rows = [
    ['pro', 3],
    [null, 2],
  ]
  t.match(chartOf({ columns: [plan, count], rows }), {
    of: 'bars',
    bars: [
      { label: 'pro', value: 3 },
      { label: 'null', value: 2 },
    ],
  })
  t.equal(chartOf({ columns: [plan], rows }), null)
  t.equal(chartOf({ columns: [plan, count], rows: rows.slice(1) }), null, 'a single row')
  t.equal(chartOf({ columns: [time, plan], rows: [[at(1), 'x']] }), null)
})

interface Members {
  idColumns(result: object): readonly string[]
  membersIn(result: object, column: string, kind: string): readonly object[]
}
const { idColumns, membersIn } = await pageCode<Members>('sql-result/members.ts')

t.test('a column of ids lists people, each once', async (t) => {
  const user = { name: 'user_id', data_type: 'text' }
  const result = {
    columns: [plan, count, user],
    rows: [
      ['a', 1, 'u1'],
      ['b', 2, null],
      ['c', 3, 'u1'],
      ['d', 4, ''],
    ],
  }
  t.strictSame(idColumns(result), ['user_id', 'plan'])
  t.strictSame(membersIn(result, 'user_id', 'user_id'), [{ user_id: 'u1' }])
  t.strictSame(membersIn(result, 'plan', 'device_id').slice(0, 1), [{ device_id: 'a' }])
  t.strictSame(membersIn(result, 'events', 'user_id'), [], 'numbers are no ids')
})
