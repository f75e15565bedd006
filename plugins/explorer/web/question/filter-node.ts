import { isFilter, wordsOf, type Filter } from './filter.js'
import { withinWords } from './range-name.js'
import { questionText } from '../text/question.js'

/** A node of a filter tree, as in JSON bodies of the API. */
export type FilterNode = Filter | And | Or | Not | DidNode

export interface And {
  readonly and: readonly FilterNode[]
}

export interface Or {
  readonly or: readonly FilterNode[]
}

export interface Not {
  readonly not: FilterNode
}

export interface DidNode {
  readonly did: Did
}

/** What the row's person did. Without a count at least once, without `within` in the query's range. */
export interface Did {
  readonly event: string
  readonly filter?: FilterNode
  readonly count?: DidCount
  /** A range, as in the parameter of that name. */
  readonly within?: string
}

export interface DidCount {
  readonly operator: string
  /** A whole number from 0. */
  readonly value: number
}

/** The filters of a query: every item must match. A list of conditions alone is the simple form. */
export type Filters = readonly FilterNode[]

export const isCondition = (node: FilterNode): node is Filter => 'field' in node

/** Whether a value of a link or a saved audience is a filter node. */
export function isNode(value: unknown): value is FilterNode {
  if (isFilter(value)) return true
  const { and, or, not, did } = (value ?? {}) as Partial<And & Or & Not & DidNode>
  if (and !== undefined) return isTerms(and)
  if (or !== undefined) return isTerms(or)
  return not !== undefined ? isNode(not) : did !== undefined && isDid(did)
}

const isTerms = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isNode)

function isDid(value: unknown): value is Did {
  const { event, filter, count, within } = (value ?? {}) as Partial<Did>
  return (
    typeof event === 'string' &&
    (filter === undefined || isNode(filter)) &&
    (within === undefined || typeof within === 'string') &&
    (count === undefined || (typeof count.operator === 'string' && Number.isInteger(count.value)))
  )
}

export const isFilters = (value: unknown): value is Filters => Array.isArray(value) && value.every(isNode)

/** All items as one node; null if there are none. */
export function treeOf(items: Filters): FilterNode | null {
  const [only] = items
  return only === undefined ? null : items.length === 1 ? only : { and: items }
}

/** The items of a node, all of which must match: the opposite of treeOf. */
export const itemsOf = (node: FilterNode): Filters => ('and' in node ? node.and : [node])

/** The conditions of a list, and its other nodes as one tree: the two forms in which the API takes them. */
export function splitFilters(items: Filters): {
  readonly conditions: readonly Filter[]
  readonly tree: FilterNode | null
} {
  return {
    conditions: items.filter(isCondition),
    tree: treeOf(items.filter((node) => !isCondition(node))),
  }
}

/** The operators of a number of times, from the most common. */
export const countOperators: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'gte', label: questionText.atLeast },
  { value: 'lte', label: questionText.atMost },
  { value: 'eq', label: questionText.exactly },
  { value: 'gt', label: questionText.moreThan },
  { value: 'lt', label: questionText.fewerThan },
  { value: 'ne', label: questionText.notExactly },
]

/** A node as text: “plan is pro or (country is DE and did Purchase at least 2 times)”. */
export function nodeWords(node: FilterNode): string {
  if ('and' in node) return questionText.all(termsOf(node.and))
  if ('or' in node) return questionText.any(termsOf(node.or))
  if ('did' in node) return didWords(node.did)
  if (!('not' in node)) return wordsOf(node)
  const words = nodeWords(node.not)
  return questionText.not(isCondition(node.not) || isJoined(node.not) ? `(${words})` : words)
}

const isJoined = (node: FilterNode): boolean =>
  ('and' in node && node.and.length > 1) || ('or' in node && node.or.length > 1)

const termsOf = (terms: readonly FilterNode[]): readonly string[] =>
  terms.map((term) => (isJoined(term) && terms.length > 1 ? `(${nodeWords(term)})` : nodeWords(term)))

/** A `did` as text: “did Purchase at least 2 times in the last 7 days where plan is pro”. */
export function didWords({ event, count, within, filter }: Did): string {
  const name = event === '' ? questionText.anEvent : event
  const times = count === undefined ? '' : timesWords(count)
  const when = within === undefined ? '' : withinWords(within)
  const where = filter === undefined ? '' : isJoined(filter) ? `(${nodeWords(filter)})` : nodeWords(filter)
  return count !== undefined && isNever(count)
    ? questionText.didNotDoEvent(name, { when, where })
    : questionText.didEvent(name, { times, when, where })
}

const isNever = ({ operator, value }: DidCount): boolean =>
  operator === 'lt' ? value === 1 : value === 0 && (operator === 'eq' || operator === 'lte')

function timesWords({ operator, value }: DidCount): string {
  const label = countOperators.find((one) => one.value === operator)?.label ?? operator
  return questionText.times(label, value)
}
