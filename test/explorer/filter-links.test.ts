import t from 'tap'
import { pageCode } from './page-code.js'

interface Codec {
  read(text: string | null): unknown
  write(value: unknown): string | null
}

interface Links {
  readonly filtersCodec: Codec
  readonly filteredList: (isOne: (value: unknown) => boolean) => Codec
}

interface Nodes {
  nodeWords(node: unknown): string
}

interface SentParts {
  filterParameters(items: unknown): readonly (readonly [string, string])[]
  filterFields(items: unknown, names?: readonly [string, string]): object
  sentWithFilters(one: unknown): object
}

const { filtersCodec, filteredList } = await pageCode<Links>('question/filter-link.ts')
const { nodeWords } = await pageCode<Nodes>('question/filter-node.ts')
const { filterParameters, filterFields, sentWithFilters } =
  await pageCode<SentParts>('question/filter-sent.ts')

const pro = { field: 'properties.plan', operator: 'in', value: ['pro', 'team'] }
const german = { field: 'country', operator: 'eq', value: 'DE' }
const known = { field: 'user_id', operator: 'is_set' }
const bought = {
  did: {
    event: 'Purchase',
    count: { operator: 'gte', value: 2 },
    within: '7d',
    filter: { and: [german, { not: known }] },
  },
}
const tree = [known, { or: [pro, { and: [german, bought] }] }, { not: { or: [pro, german] } }]

t.test('a link keeps a list of conditions in the form it always had', async (t) => {
  const text = JSON.stringify([pro, german, known])
  t.equal(filtersCodec.write([pro, german, known]), text)
  t.strictSame(filtersCodec.read(text), [pro, german, known])
  t.equal(filtersCodec.write([]), null)
})

t.test('a tree comes back from a link, which is shorter than the tree', async (t) => {
  const text = filtersCodec.write(tree) ?? ''
  t.strictSame(filtersCodec.read(text), tree)
  t.ok(text.length < JSON.stringify(tree).length * 0.75, `${text.length} of ${JSON.stringify(tree).length}`)
  t.equal(
    filtersCodec.write([{ or: [german, known] }]),
    '[{"or":[["country","eq","DE"],["user_id","is_set"]]}]',
  )
})

t.test('the API’s own form is a link too; anything else gives no filters', async (t) => {
  t.strictSame(filtersCodec.read(JSON.stringify(tree)), tree)
  for (const wrong of [
    null,
    '',
    '{',
    'null',
    '7',
    '{"or":[]}',
    '[7]',
    '[["country"]]',
    '[{"or":[]}]',
    '[{"and":[7]}]',
    '[{"not":{}}]',
    '[{"did":{}}]',
    '[{"did":{"event":"a","count":{"operator":"gte","value":"1"}}}]',
    '[{"did":{"event":"a","filter":{"or":[]}}}]',
  ])
    t.strictSame(filtersCodec.read(wrong), [], String(wrong))
})

t.test('the filters of steps and series are carried alike', async (t) => {
  const isStep = (value: unknown): boolean => typeof (value as { event?: unknown } | null)?.event === 'string'
  const list = filteredList(isStep)
  const steps = [{ event: 'a' }, { event: 'b', filters: [pro] }, { event: 'c', filters: tree }]
  t.strictSame(list.read(list.write(steps)), steps)
  t.equal(list.write(steps.slice(0, 2)), JSON.stringify(steps.slice(0, 2)), 'as before')
  t.strictSame(list.read('[{"event":1}]'), [])
  t.equal(list.write([]), null)
})

t.test('conditions are sent as ever, all other nodes as one tree', async (t) => {
  t.strictSame(filterParameters([german]), [
    ['conditions[0][field]', 'country'],
    ['conditions[0][op]', 'eq'],
    ['conditions[0][value]', 'DE'],
  ])
  const [or, not] = tree.slice(1)
  t.strictSame(filterParameters(tree), [
    ['conditions[0][field]', 'user_id'],
    ['conditions[0][op]', 'is_set'],
    ['filter', JSON.stringify({ and: [or, not] })],
  ])
  t.strictSame(filterFields([german, or]), { filters: [german], filter: or })
  t.strictSame(filterFields([or], ['start_filters', 'start_filter']), { start_filter: or })
  t.strictSame(filterFields([]), {})
  t.strictSame(sentWithFilters({ event: 'a', filters: [pro] }), { event: 'a', filters: [pro] })
  t.strictSame(sentWithFilters({ event: 'a', filters: [or] }), { event: 'a', filters: [], filter: or })
})

t.test('a tree in words', async (t) => {
  const words = (node: unknown): string => nodeWords(node)
  t.equal(
    words({ or: [pro, { and: [german, known] }] }),
    'plan is pro, team or (country = DE and user_id is set)',
  )
  t.equal(words({ not: german }), 'not (country = DE)')
  t.equal(words({ not: { or: [german, known] } }), 'not (country = DE or user_id is set)')
  t.equal(
    words(bought),
    'did Purchase at least 2 times in the last 7 days where (country = DE and not (user_id is set))',
  )
  const did = (more: object) => words({ did: { event: 'a', ...more } })
  t.equal(did({}), 'did a')
  t.equal(did({ count: { operator: 'eq', value: 0 } }), 'did not do a')
  t.equal(did({ count: { operator: 'lt', value: 1 } }), 'did not do a')
  t.equal(did({ count: { operator: 'eq', value: 1 }, within: 'today' }), 'did a exactly once today')
  t.equal(
    did({ count: { operator: 'gt', value: 3 }, within: 'all_time' }),
    'did a more than 3 times at any time',
  )
  t.equal(did({ within: '2024-01-01,2024-01-31' }), 'did a from 1 Jan 2024 to 31 Jan 2024')
})
