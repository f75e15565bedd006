import t from 'tap'
import { ServiceError } from '../../contract/index.js'
import { treeReader } from '../../core/question/filter-tree.js'
import { zoneOf } from '../../core/question/zone.js'
import { pageCode } from './page-code.js'

interface Draft {
  readonly kind: string
  readonly id: string
  readonly join?: string
  readonly items: readonly Draft[]
  readonly where: Draft
  readonly filter: { readonly field: string }
}

interface Drafts {
  draftOf(items: unknown, ids: () => string): Draft
  sentOf(root: Draft): { readonly items: readonly object[]; readonly idOf: ReadonlyMap<object, string> }
}

interface Edits {
  move(root: Draft, id: string, group: string, index: number): Draft
  mayMove(root: Draft, id: string, group: string): boolean
  step(root: Draft, id: string, by: number): Draft
  moveOut(root: Draft, id: string): Draft
  wrap(root: Draft, id: string, join: string, ids: () => string): Draft
  unwrap(root: Draft, id: string): Draft
  remove(root: Draft, id: string): Draft
  setJoin(root: Draft, id: string, join: string): Draft
}

interface Limits {
  limitOf(root: Draft): string | null
}

interface Errors {
  nodeErrors(
    error: unknown,
    at: string,
    tree: unknown,
    idOf: ReadonlyMap<object, string>,
  ): readonly { readonly id: string; readonly message: string }[]
}

const { draftOf, sentOf } = await pageCode<Drafts>('filter-tree/draft.ts')
const { move, mayMove, step, moveOut, wrap, unwrap, remove, setJoin } =
  await pageCode<Edits>('filter-tree/edit.ts')
const { limitOf } = await pageCode<Limits>('filter-tree/limits.ts')
const { nodeErrors } = await pageCode<Errors>('question/filter-errors.ts')

const on = (field: string, value: unknown = 'x') => ({ field, operator: 'eq', value })
const [a, b, c, d] = [on('a'), on('b'), on('c'), on('d')]

const { audienceFilter } = await pageCode<{ audienceFilter(node: unknown, range: string): unknown }>(
  'filter-tree/audience-filter.ts',
)

/** Ids in the order of the nodes: 1, 2, 3 … */
function counter(): () => string {
  let last = 0
  return () => String(++last)
}

const draft = (...items: readonly object[]): Draft => draftOf(items, counter())
const itemsOf = (root: Draft): readonly object[] => sentOf(root).items
const treeOf = (items: readonly object[]): object => (items.length === 1 ? items[0]! : { and: items })

/** The id of the condition on a field, and of the group that it is in. */
function idOf(root: Draft, field: string): { readonly id: string; readonly group: string } {
  for (const item of root.items) {
    if (item.kind === 'condition' && item.filter.field === field) return { id: item.id, group: root.id }
    const below = item.kind === 'group' ? item : item.kind === 'did' ? item.where : null
    const found = below === null ? null : idOf(below, field)
    if (found !== null && found.id !== '') return found
  }
  return { id: '', group: '' }
}

t.test('what is edited and sent is what was given', async (t) => {
  const did = {
    did: { event: 'e', count: { operator: 'eq', value: 0 }, within: '7d', filter: { or: [a, b] } },
  }
  for (const items of [
    [],
    [a],
    [a, b],
    [{ or: [a, b] }],
    [{ not: a }],
    [{ not: { or: [a, b] } }],
    [{ not: { and: [a, b] } }],
    [{ not: { not: a } }],
    [a, { or: [b, { and: [c, { not: d }] }] }],
    [did],
    [a, did, { or: [{ did: { event: 'f' } }, b] }],
    [{ did: { event: 'e', filter: { not: a } } }],
  ])
    t.strictSame(itemsOf(draft(...items)), items, JSON.stringify(items))
  t.strictSame(itemsOf(draft({ and: [a, b] })), [a, b], 'the root needs no group')
})

t.test('empty groups are not sent', async (t) => {
  const root = draft(a, { or: [b] })
  t.strictSame(itemsOf(remove(root, idOf(root, 'b').id)), [a])
  const alone = draft({ not: a })
  t.strictSame(itemsOf(remove(alone, idOf(alone, 'a').id)), [])
})

t.test('items move within and between groups', async (t) => {
  const root = draft(a, { or: [b, c] }, d)
  const at = (field: string) => idOf(root, field)
  t.strictSame(itemsOf(move(root, at('a').id, at('b').group, 1)), [{ or: [b, a, c] }, d])
  t.strictSame(itemsOf(move(root, at('b').id, 'root', 0)), [b, a, { or: [c] }, d])
  t.strictSame(
    itemsOf(move(root, at('b').id, at('b').group, 2)),
    [a, { or: [c, b] }, d],
    'index before the move',
  )
  t.equal(move(root, at('b').id, at('b').group, 1), root, 'to where it is')
  t.strictSame(itemsOf(moveOut(root, at('b').id)), [a, { or: [c] }, b, d])
  t.equal(moveOut(root, at('a').id), root, 'not out of the root')
  t.strictSame(itemsOf(step(root, at('a').id, 1)), [{ or: [b, c] }, a, d])
  t.strictSame(itemsOf(step(root, at('d').id, -1)), [a, d, { or: [b, c] }])
  t.equal(step(root, at('a').id, -1), root)
  t.equal(step(root, at('d').id, 1), root)
})

t.test('a group is not moved into itself', async (t) => {
  const root = draft(a, { or: [b, { and: [c, d] }] })
  const outer = idOf(root, 'b').group
  for (const inner of [outer, idOf(root, 'c').group]) {
    t.notOk(mayMove(root, outer, inner))
    t.equal(move(root, outer, inner, 0), root)
  }
  t.ok(mayMove(root, idOf(root, 'c').group, 'root'))
  t.notOk(mayMove(root, 'root', outer))
})

t.test('conditions move into the events of a did', async (t) => {
  const root = draft(a, { did: { event: 'e' } })
  const where = root.items[1]!.where.id
  t.strictSame(itemsOf(move(root, idOf(root, 'a').id, where, 0)), [{ did: { event: 'e', filter: a } }])
})

t.test('groups are made and taken apart', async (t) => {
  const root = draft(a, b)
  const wrapped = wrap(root, idOf(root, 'a').id, 'any', () => 'new')
  t.strictSame(itemsOf(wrapped), [{ or: [a] }, b])
  t.strictSame(itemsOf(setJoin(wrapped, 'new', 'none')), [{ not: a }, b])
  t.strictSame(itemsOf(unwrap(wrapped, 'new')), [a, b])
  t.strictSame(itemsOf(setJoin(root, 'root', 'any')), [{ or: [a, b] }])
})

/** The details of the service’s 422 about a tree; none if it takes it. */
function refusal(tree: object): { readonly details: readonly object[] } {
  const reader = treeReader({
    source: 'events',
    now: Date.UTC(2024, 0, 1),
    zone: zoneOf('UTC'),
    weekStart: 'monday',
  })
  try {
    reader.read({ node: tree, path: 'filter' })
    return { details: [] }
  } catch (error) {
    if (error instanceof ServiceError && error.status === 422) return error
    throw error
  }
}

t.test('the limits are the service’s', async (t) => {
  const nested = (levels: number): object => (levels === 1 ? a : { or: [nested(levels - 1), b] })
  const dids = (levels: number): object =>
    levels === 1 ? a : { did: { event: 'e', filter: dids(levels - 1) } }
  const nots = (levels: number): object => (levels === 1 ? a : { not: nots(levels - 1) })
  for (const make of [nested, dids, nots])
    for (const levels of [7, 8, 9]) {
      const tree = make(levels)
      t.equal(limitOf(draft(tree)) === null, refusal(tree).details.length === 0, JSON.stringify(tree))
    }
  for (const count of [99, 100, 101]) {
    const list = [{ did: { event: 'e' } }, { or: Array.from({ length: count - 1 }, () => b) }]
    t.equal(limitOf(draft(...list)) === null, refusal(treeOf(list)).details.length === 0, String(count))
  }
  t.match(limitOf(draft(nested(9))), /8 levels/)
})

t.test('the service’s error finds the node that it names', async (t) => {
  const bad = { field: 'bad', operator: 'regex', value: '(' }
  const check = (root: Draft, id: string, message: RegExp): void => {
    const { items, idOf: ids } = sentOf(root)
    const tree = treeOf(items)
    const found = nodeErrors(refusal(tree), 'filter', tree, ids)
    t.equal(found.length, 1, JSON.stringify(tree))
    t.equal(found[0]?.id, id)
    t.match(found[0]?.message, message)
    t.notMatch(found[0]?.message, /^filter/i, 'the node stands beside it')
  }
  for (const items of [
    [bad, a],
    [a, { or: [b, bad] }],
    [{ not: bad }],
    [{ not: { or: [a, bad] } }],
    [{ did: { event: 'e', filter: { and: [a, bad] } } }, a],
    [{ did: { event: 'e', filter: bad } }],
  ]) {
    const root = draft(...items)
    check(root, idOf(root, 'bad').id, /./)
  }
  const count = draft(a, { did: { event: 'e', count: { operator: 'gte', value: -1 } } })
  check(count, count.items[1]!.id, /whole number/)
  const within = draft(a, { did: { event: 'e', within: 'soon' } })
  check(within, within.items[1]!.id, /./)
  t.strictSame(nodeErrors(null, 'filter', a, new Map()), [])
  const elsewhere = { details: [{ path: 'start_filter.or[0]', message: 'x' }] }
  t.strictSame(nodeErrors(elsewhere, 'filter', a, new Map([[a, '1']])), [], 'of another tree')
})

t.test('an audience has no range, so each did keeps the query’s', async (t) => {
  const inner = { did: { event: 'f', within: '7d' } }
  const tree = { or: [a, { not: { did: { event: 'e', filter: { and: [b, inner] } } } }] }
  t.strictSame(audienceFilter(tree, '30d'), {
    or: [a, { not: { did: { event: 'e', within: '30d', filter: { and: [b, inner] } } } }],
  })
  t.strictSame(audienceFilter(tree, 'all_time'), tree)
})
