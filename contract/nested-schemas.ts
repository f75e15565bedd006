type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords whose value is a record of schemas, a list of schemas, or one schema. */
const records: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions'])
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const single: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not'])

interface SchemaPlace {
  /** Whether the schema is a branch of an allOf, which does not know all members. */
  readonly inAllOf: boolean
}

/** Returns a copy of a JSON schema with each schema directly inside replaced by what `map` returns. */
export function nestedSchemas(schema: object, map: (inner: object, place: SchemaPlace) => object): object {
  const inner = (value: unknown, keyword: string): unknown =>
    isObject(value) ? map(value, { inAllOf: keyword === 'allOf' }) : value
  const entries = Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
    if (records.has(keyword) && isObject(value))
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one, keyword)])),
      ]
    if (lists.has(keyword) && Array.isArray(value))
      return [keyword, value.map((one: unknown) => inner(one, keyword))]
    return [keyword, single.has(keyword) ? inner(value, keyword) : value]
  })
  return Object.fromEntries(entries) as object
}
