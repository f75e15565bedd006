import type { Filter } from '../question/filter.js'
import {
  itemsOf,
  treeOf,
  type Did,
  type DidNode,
  type Filters,
  type FilterNode,
  type Not,
} from '../question/filter-node.js'

/** How the items of a group are combined; `none`: none of them may match. */
export type Join = 'all' | 'any' | 'none'

export interface ConditionDraft {
  readonly kind: 'condition'
  readonly id: string
  readonly filter: Filter
}

export interface DidDraft {
  readonly kind: 'did'
  readonly id: string
  /** '' until one is chosen. */
  readonly event: string
  readonly operator: string
  readonly value: number
  /** '' is the range of the query. */
  readonly within: string
  /** The events that count; all if it is empty. */
  readonly where: GroupDraft
}

export interface GroupDraft {
  readonly kind: 'group'
  readonly id: string
  readonly join: Join
  /** A group may be empty while it is edited; it is not sent then. */
  readonly items: readonly Draft[]
}

/** A node while it is edited. Its id is its own in the tree. */
export type Draft = ConditionDraft | DidDraft | GroupDraft

/** Returns a new id on each call. */
export type Ids = () => string

/** A filter tree to edit; its root has the id `root`. */
export function draftOf(items: Filters, ids: Ids): GroupDraft {
  const tree = treeOf(items)
  const root =
    tree === null ? { join: 'all' as const, terms: [] } : (groupOf(tree) ?? { join: 'all', terms: items })
  return { kind: 'group', id: 'root', join: root.join, items: root.terms.map((term) => nodeDraft(term, ids)) }
}

/** The join and the terms of a node that is a group; null for other nodes. */
function groupOf(node: FilterNode): { readonly join: Join; readonly terms: Filters } | null {
  if ('and' in node) return { join: 'all', terms: node.and }
  if ('or' in node) return { join: 'any', terms: node.or }
  if (!('not' in node)) return null
  return { join: 'none', terms: 'or' in node.not ? node.not.or : [node.not] }
}

function nodeDraft(node: FilterNode, ids: Ids): Draft {
  const group = groupOf(node)
  if (group !== null)
    return {
      kind: 'group',
      id: ids(),
      join: group.join,
      items: group.terms.map((term) => nodeDraft(term, ids)),
    }
  if (!('did' in node)) return { kind: 'condition', id: ids(), filter: node as Filter }
  const { event, count = { operator: 'gte', value: 1 }, within = '', filter } = node.did
  const where = filter === undefined ? null : (groupOf(filter) ?? { join: 'all' as const, terms: [filter] })
  return { ...newDid(ids), event, ...count, within, where: whereOf(where, ids) }
}

const whereOf = (where: ReturnType<typeof groupOf>, ids: Ids): GroupDraft => ({
  kind: 'group',
  id: ids(),
  join: where?.join ?? 'all',
  items: (where?.terms ?? []).map((term) => nodeDraft(term, ids)),
})

export const newGroup = (join: Join, ids: Ids): GroupDraft => ({ kind: 'group', id: ids(), join, items: [] })

export const newDid = (ids: Ids): DidDraft => ({
  kind: 'did',
  id: ids(),
  event: '',
  operator: 'gte',
  value: 1,
  within: '',
  where: newGroup('all', ids),
})

/** A draft as it is sent, and the draft that each of its nodes came from. */
export interface Sent {
  readonly items: Filters
  readonly idOf: ReadonlyMap<FilterNode, string>
}

/** Returns the tree as filters. Groups without items are left out. */
export function sentOf(root: GroupDraft): Sent {
  const idOf = new Map<FilterNode, string>()
  const node = rootNode(root, idOf)
  return { items: node === null ? [] : itemsOf(node), idOf }
}

type Found = Map<FilterNode, string>

function sentNode(draft: Draft, found: Found): FilterNode | null {
  const node =
    draft.kind === 'condition'
      ? { ...draft.filter }
      : draft.kind === 'did'
        ? didNode(draft, found)
        : groupNode(draft, termsOf(draft, found))
  if (node !== null && !found.has(node)) found.set(node, draft.id)
  return node
}

const termsOf = ({ items }: GroupDraft, found: Found): readonly FilterNode[] =>
  items.flatMap((item) => sentNode(item, found) ?? [])

function groupNode({ join }: GroupDraft, terms: readonly FilterNode[]): FilterNode | null {
  if (terms.length === 0) return null
  if (join === 'none') return none(terms)
  return join === 'all' ? { and: terms } : { or: terms }
}

function none(terms: readonly FilterNode[]): Not {
  const [only] = terms
  return { not: terms.length > 1 || only === undefined || 'or' in only ? { or: terms } : only }
}

/** A whole tree: a group of one item is that item. */
function rootNode(group: GroupDraft, found: Found): FilterNode | null {
  const terms = termsOf(group, found)
  const [only] = terms
  if (only !== undefined && terms.length === 1 && group.join !== 'none') return only
  const node = groupNode(group, terms)
  if (node !== null) found.set(node, group.id)
  return node
}

function didNode({ event, operator, value, within, where }: DidDraft, found: Found): DidNode {
  const filter = rootNode(where, found)
  const did: Did = {
    event,
    ...(operator === 'gte' && value === 1 ? {} : { count: { operator, value } }),
    ...(within === '' ? {} : { within }),
    ...(filter === null ? {} : { filter }),
  }
  return { did }
}
