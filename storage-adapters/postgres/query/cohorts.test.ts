import t from 'tap'
import { cohorts, equals, scan, column, text, type CohortsOptions } from '../../../contract/index.js'
import { compileQuery } from './compile-query.js'

const dayMs = 86_400_000
const options: CohortsOptions = {
  edges: [0, 7, 14, 21].map((day) => day * dayMs),
  periods: 3,
  mode: 'on',
  starts: null,
  returns: null,
  by: [],
}
const textOf = (more: Partial<CohortsOptions> = {}): string =>
  compileQuery({ id: 'ws_a', number: 1 }, cohorts(scan('events'), { ...options, ...more })).text

t.test('persons are counted by their mask, and each mask has one cohort', (t) => {
  const alike = textOf()
  t.match(alike, /bit_count\(\(\(\S+ & -\S+\) - 1\)::bit\(64\)\)/, 'the cohort is the lowest bit of a mask')
  t.notMatch(alike, /min\(/, 'no period is looked for beside it')
  t.match(alike, /count\(\*\) AS "size"/)
  const starts = equals(column('event_name'), text('signup'))
  t.match(textOf({ starts }), /min\(/, 'a start of its own is looked for')
  const edges = Array.from({ length: 65 }, (_, day) => day * dayMs)
  t.match(textOf({ edges }), /set_bit\(/, '64 periods do not fit into a number')
  t.notMatch(textOf({ edges }), /bit_count/)
  t.notMatch(textOf({ edges: edges.slice(0, 64) }), /set_bit/, '63 do')
  t.end()
})
