import { invalid, type ServiceError } from '../../contract/index.js'
import { invalidPart, type RawCondition } from './raw-condition.js'

/** The parts of one condition read so far from a query string. */
export interface ConditionDraft {
  readonly parts: Map<string, string>
  /** value[]=a&value[]=b */
  readonly appended: string[]
  /** value[0]=a&value[1]=b */
  readonly indexed: Map<number, string>
}

type Drafts = Map<number, ConditionDraft>

const shape = /^conditions\[(0|[1-9]\d{0,8})\]\[(field|op|operator|value)\](?:\[(|0|[1-9]\d{0,8})\])?$/

/** Adds one `conditions[N][…]` parameter to the drafts. */
export function draftCondition(drafts: Drafts, name: string, value: string): void {
  const [, index, part, item] = shape.exec(name) ?? []
  if (index === undefined || part === undefined || (item !== undefined && part !== 'value'))
    throw invalid(
      name,
      `unknown parameter ${JSON.stringify(name)}; use conditions[N][field], conditions[N][op] and conditions[N][value] with an integer N from 0`,
    )
  const draft = draftOf(drafts, Number(index))
  if (item === '') draft.appended.push(value)
  else if (item !== undefined) setOnce(draft.indexed, Number(item), value, name)
  else setOnce(draft.parts, part, value, name)
}

/** Returns the drafted conditions in numeric order. */
export const finishConditions = (drafts: Drafts): readonly RawCondition[] =>
  [...drafts].sort(([a], [b]) => a - b).map(([index, draft]) => finish(`conditions[${index}]`, draft))

function finish(path: string, { parts, appended, indexed }: ConditionDraft): RawCondition {
  const at = { path, typed: false }
  const field = parts.get('field') ?? ''
  if (field === '') throw invalidPart(at, 'field', 'a condition requires a field')
  if (parts.has('op') && parts.has('operator'))
    throw invalidPart(at, 'operator', 'give op or operator, not both')
  const single = parts.get('value')
  const forms = [single !== undefined, appended.length > 0, indexed.size > 0].filter(Boolean)
  if (forms.length > 1)
    throw invalidPart(at, 'value', 'give only one of value, value[] and value[0], value[1] …')
  const value = appended.length > 0 ? appended : indexed.size > 0 ? inOrder(indexed) : single
  return Object.freeze({ ...at, field, operator: parts.get('op') ?? parts.get('operator') ?? null, value })
}

const inOrder = (indexed: ReadonlyMap<number, string>): readonly string[] =>
  [...indexed].sort(([a], [b]) => a - b).map(([, value]) => value)

function draftOf(drafts: Drafts, index: number): ConditionDraft {
  const known = drafts.get(index)
  if (known !== undefined) return known
  const draft: ConditionDraft = { parts: new Map(), appended: [], indexed: new Map() }
  drafts.set(index, draft)
  return draft
}

function setOnce<K>(map: Map<K, string>, key: K, value: string, name: string): void {
  if (map.has(key)) throw repeatedParameter(name)
  map.set(key, value)
}

/** A 422: a query string has the parameter more than once. */
export const repeatedParameter = (name: string): ServiceError =>
  invalid(name, `parameter ${JSON.stringify(name)} is given more than once`)
