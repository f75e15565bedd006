import t from 'tap'
import { pageCode } from './page-code.js'

interface Sorting {
  readonly sortCodec: { read(text: string | null): string; write(sort: string): string | null }
  sortChoices(columns: readonly string[], sort: string): readonly { readonly value: string }[]
  sortParameters(sort: string): object
}

const { sortCodec, sortChoices, sortParameters } = await pageCode<Sorting>('views/people/sort.ts')

t.test('the order of a list of people', (t) => {
  t.equal(sortCodec.read(null), 'last_seen')
  t.equal(sortCodec.read('nothing'), 'last_seen')
  t.equal(sortCodec.read('trait:my plan asc'), 'trait:my plan asc')
  t.equal(sortCodec.write('last_seen'), null)
  t.strictSame(sortParameters('last_seen'), { sort: null, order: null })
  t.strictSame(sortParameters('last_seen asc'), { sort: 'last_seen', order: 'asc' })
  t.strictSame(sortParameters('trait:my plan asc'), { sort: 'trait:my plan', order: 'asc' })
  t.strictSame(sortParameters('trait:my plan'), { sort: 'trait:my plan', order: null })
  const traits = (columns: readonly string[], sort: string) =>
    sortChoices(columns, sort)
      .map(({ value }) => value)
      .filter((value) => value.startsWith('trait:'))
  t.strictSame(traits(['events', 'trait:a'], 'events'), ['trait:a asc', 'trait:a'])
  t.strictSame(traits([], 'trait:b asc'), ['trait:b asc', 'trait:b'], 'the one in use, without its column')
  t.end()
})
