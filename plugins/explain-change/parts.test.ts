import t from 'tap'
import { contextColumns } from '../../contract/index.js'
import { deviceSlots } from '../../storage-adapters/clickhouse/views/rollups/tables.js'
import { inParts } from './parts.js'

const parts = (...fields: readonly string[]) =>
  inParts(fields.map((field) => ({ field }))).map((part) => part.map(({ field }) => field))

t.test('fields of one statement', (t) => {
  t.strictSame(parts('plan', 'os', 'event_name', 'country'), [
    ['os', 'country'],
    ['plan', 'event_name'],
  ])
  const many = Array.from({ length: 17 }, (_, index) => `p${index}`)
  t.strictSame(parts(...many), [many.slice(0, 8), many.slice(8, 16), many.slice(16)])
  t.strictSame(parts(), [])
  t.end()
})

t.test('the columns of a rollup have a statement of their own', (t) => {
  const rolledUp = contextColumns.filter((column) => deviceSlots.keys.includes(column))
  t.strictSame(parts('event_name', ...contextColumns)[0], rolledUp)
  t.end()
})
