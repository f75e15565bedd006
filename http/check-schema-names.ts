import {
  errorShape,
  nameOfSchema,
  nestedSchemas,
  shownSchemaOf,
  type DescribedRoute,
} from '../contract/index.js'
import { blaming } from '../core/kernel/registration-error.js'
import type { CoreRoute } from './route.js'

/**
 * Stops the start if different schemas have one name: a description of the API has each once, under its name.
 */
export function checkSchemaNames(routes: readonly CoreRoute[]): void {
  const known = new Map<string, object>()
  const seen = new Set<object>()
  const visit = (schema: object): object => {
    if (seen.has(schema)) return schema
    seen.add(schema)
    const name = nameOfSchema(schema)
    const earlier = name === null ? undefined : known.get(name)
    if (earlier !== undefined && textOf(earlier) !== textOf(schema))
      throw new Error(`two different schemas are named ${String(name)}; rename one of them`)
    if (name !== null) known.set(name, schema)
    nestedSchemas(shownSchemaOf(schema) ?? schema, visit)
    return schema
  }
  visit(errorShape)
  for (const { plugin, definition } of routes)
    blaming(plugin, `route ${definition.method} ${definition.path}`, () =>
      schemasOf(definition).forEach(visit),
    )
}

const schemasOf = ({
  params,
  query,
  body,
  raw,
  response,
  otherwise,
}: DescribedRoute['definition']): readonly object[] => [
  ...[params, query, body, response].filter((schema) => schema !== undefined),
  ...Object.values(raw?.media ?? {}),
  ...Object.values(otherwise ?? {}),
]

/** Everything that a description says of the schema, with the names of the schemas in it. */
const textOf = (schema: object): string => JSON.stringify(described(schema))

const described = (schema: object): object =>
  nestedSchemas(shownSchemaOf(schema) ?? schema, (inner) => ({
    name: nameOfSchema(inner),
    schema: described(inner),
  }))
