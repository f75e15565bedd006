import t from 'tap'
import { commentOf } from '../../sql/promoted/columns.js'
import { clickhouseColumns } from './columns.js'

t.test('a column is identified by its name and comment together', (t) => {
  const key = 'events_v1 properties label a name, with `quotes` and ‘’'
  const name = clickhouseColumns.columnNameOf(key) ?? ''
  const comment = commentOf({ key, askedOn: 7 })
  t.match(name, /^property_[0-9a-f]{24}$/)
  t.same(clickhouseColumns.parseColumn('events_v1', name, comment), {
    key,
    table: 'events_v1',
    name,
    askedOn: 7,
  })
  const other = commentOf({ key: 'events_v1 properties label other', askedOn: 7 })
  for (const wrong of ['', '1', 'null', '{}', other])
    t.equal(clickhouseColumns.parseColumn('events_v1', name, wrong), null)
  t.equal(clickhouseColumns.parseColumn('logs_v1', name, comment), null, 'logs have another JSON column')
  for (const never of [
    'events_v1 traits label plan',
    'events_v1 properties exists plan',
    'device_links properties label plan',
    'toString properties label plan',
    'properties label plan',
    'events_v1 seq',
    'seq',
  ])
    t.equal(clickhouseColumns.columnNameOf(never), null, never)
  t.end()
})

t.test('columns of events keep the names and comments that earlier versions gave them', (t) => {
  const column = clickhouseColumns.promotedColumn('events_v1 properties label plan', 7)
  t.equal(column?.name, 'property_897e51ef25a20cdcad64d5da')
  t.equal(column && commentOf(column), '{"key":"properties label plan","askedOn":7}')
  t.end()
})
