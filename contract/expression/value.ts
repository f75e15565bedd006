import { callOf, choose, coalesce, compare, literal, missing, not, nothing, or, text } from '../builders.js'
import type { Field } from '../fields.js'
import type { CompareOp, Expr } from '../plan.js'

/**
 * The value of an expression, as one plan expression for each type that it may have; null for a type that it
 * never has. At most one of them is not null in a row.
 */
export interface Value {
  readonly text: Expr | null
  readonly number: Expr | null
  readonly boolean: Expr | null
  readonly time: Expr | null
  /** The text form of any of these but a time. */
  readonly label: Expr
  /** Whether there is a value. */
  readonly exists: Expr
}

const none = { text: null, number: null, boolean: null, time: null } as const
const always = literal(true, 'bool')
export const never = literal(false, 'bool')

export const textValue = (value: Expr): Value => ({
  ...none,
  text: value,
  label: value,
  exists: value.kind === 'literal' ? always : not(missing(value)),
})

export const numberValue = (value: Expr): Value => ({
  ...none,
  number: value,
  label: callOf('number-text', [value]),
  exists: not(missing(value)),
})

/** A number that is known before the query runs. */
export const numberConstant = (value: number): Value => ({
  ...none,
  number: literal(value, 'float'),
  label: text(String(value)),
  exists: always,
})

/** A condition: it always has a value, as conditions are two-valued. */
export const conditionValue = (holds: Expr): Value => ({
  ...none,
  boolean: holds,
  label: choose([{ when: holds, then: text('true') }], text('false')),
  exists: always,
})

export const fieldValue = (field: Field): Value => ({
  text: field.text,
  number: field.number,
  boolean: field.boolean,
  time: field.time,
  label: field.label ?? nothing('text'),
  exists: field.exists,
})

/** The first value for which there is a text form, so that objects and arrays count as nothing. */
export function firstOf(values: readonly Value[]): Value {
  const [first, ...rest] = values
  if (first === undefined) throw new Error('no values')
  return rest.length === 0 ? first : eitherOf(hasLabel(first), first, firstOf(rest))
}

export function eitherOf(when: Expr, then: Value, otherwise: Value): Value {
  const form = (name: 'text' | 'number' | 'boolean', type: 'text' | 'float' | 'bool'): Expr | null =>
    then[name] === null && otherwise[name] === null
      ? null
      : choose([{ when, then: then[name] ?? nothing(type) }], otherwise[name] ?? nothing(type))
  return {
    text: form('text', 'text'),
    number: form('number', 'float'),
    boolean: form('boolean', 'bool'),
    time: null,
    label: choose([{ when, then: then.label }], otherwise.label),
    exists: choose([{ when, then: then.exists }], otherwise.exists),
  }
}

const hasLabel = ({ exists, label }: Value): Expr => (exists === always ? always : not(missing(label)))

/** Compares values of one type; values of two types, and nothing, make it false. */
export function comparison(op: CompareOp, left: Value, right: Value): Expr {
  const terms = (['text', 'number', 'boolean'] as const).flatMap((form) => {
    const [a, b] = [left[form], right[form]]
    const ordered = op !== 'eq' && op !== 'ne'
    if (a === null || b === null || (ordered && form === 'boolean')) return []
    return [compare(op, a, b)]
  })
  const [only] = terms
  if (only === undefined) return never
  return terms.length === 1 ? only : or(...terms)
}

/** The texts one after the other; nothing is skipped. */
export const joined = (values: readonly Value[]): Expr =>
  callOf(
    'concat',
    values.map(({ label, exists }) => (exists === always ? label : coalesce(label, text('')))),
  )
