import type { TSchema } from 'typebox'

interface Shape {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
}

/** Numbers in plain notation: 0x10, 1e400 and ' 1' are not numbers. */
const plainInteger = /^-?(?:0|[1-9]\d*)$/
const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * Converts the strings of a query string or path to the types that an object's schema requires: numbers and
 * booleans if the schema allows them and the string is one. Other strings are left for the validator to
 * reject.
 */
export function readTexts(schema: TSchema, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const { properties = {} } = schema as Shape
  const known = new Map(Object.entries(properties))
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, readText(typesOf(known.get(name)), text)]),
  )
}

function readText(types: readonly string[], text: string): unknown {
  const asked = (type: string): boolean => types.includes(type)
  const isNumber =
    (asked('number') && plainNumber.test(text)) || (asked('integer') && plainInteger.test(text))
  // A number too large to be finite stays a string.
  if (isNumber && Number.isFinite(Number(text))) return Number(text)
  if (asked('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const typesOf = (shape: Shape | undefined): readonly string[] =>
  shape === undefined ? [] : [shape.type ?? [], ...(shape.anyOf ?? []).map(typesOf)].flat()
