import type { TSchema } from 'typebox'
import { shownSchemaOf } from '../../contract/index.js'

/** What a test reads of a body's JSON schema. */
export interface Schema {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly pattern?: string
}

/** Values that most fields must reject. */
export const wrongValues: readonly unknown[] = [
  1,
  -1,
  1.5,
  true,
  null,
  [],
  ['x'],
  {},
  { $gt: '' },
  '\ud800',
  'x'.repeat(100_000),
]

/** The wrong values that are valid for a field of this type. */
const rightValues: Readonly<Record<string, unknown>> = {
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
  null: null,
}
/** Whether any text is valid. */
const takesText = ({ type = '', anyOf = [], enum: options, pattern }: Schema): boolean =>
  anyOf.some(takesText) || (type === 'string' && options === undefined && pattern === undefined)
/** A field whose values have a form of their own is described by another schema than it is checked by. */
export const fieldOf = (body: TSchema | undefined, name: string): Schema => {
  const field = (body as Schema | undefined)?.properties?.[name] ?? {}
  return shownSchemaOf(field) ?? field
}
/** Whether the value, one of the wrong ones, is valid for the field. */
export const isRight = (
  { type = '', anyOf = [], required = [], minItems = 0, items }: Schema,
  value: unknown,
): boolean =>
  anyOf.some((one) => isRight(one, value)) ||
  (items !== undefined && takesText(items) && JSON.stringify(value) === '["x"]') ||
  (value !== undefined &&
    required.length + minItems === 0 &&
    JSON.stringify(rightValues[type]) === JSON.stringify(value))
