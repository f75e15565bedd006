import type { TSchema } from 'typebox'
import { nameOfSchema, nestedSchemas, shownSchemaOf } from '../../contract/index.js'

/** The components of the document, collected while its operations are described. */
export interface Components {
  /** Describes a response or parameter. Named schemas in it become references. */
  open(schema: object): object
  /** Describes a request body, whose objects reject unknown members. */
  closed(schema: object): object
  /**
   * Adds a component, once, and returns a reference to it; `kind` is `parameters`, `responses` … If another
   * one has its name, it is not added, and returned itself.
   */
  add(kind: string, name: string, component: object): object
  all(): Readonly<Record<string, object>>
}

type Closing = 'closed' | 'open'

/**
 * `bodies` are all request bodies of the document: a named schema in one of them is described as closed
 * everywhere.
 */
export function createComponents(bodies: readonly TSchema[]): Components {
  const kinds = new Map<string, Map<string, object>>()
  const inBodies = new Set(bodies.flatMap((body) => [...namesIn(body)]))
  const known = new Map<TSchema, object>()

  function add(kind: string, name: string, component: object): object {
    const components = kinds.get(kind) ?? new Map<string, object>()
    const earlier = components.get(name)
    // The start has checked that schemas of one name agree; a parameter may have another name or place.
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(component)) return component
    components.set(name, component)
    kinds.set(kind, components)
    return { $ref: `#/components/${kind}/${name}` }
  }

  function describe(given: object, closing: Closing): object {
    const name = nameOfSchema(given)
    if (name === null) return bare(given, closing)
    const reference = known.get(given) ?? add('schemas', name, bare(given, closingOf(name)))
    known.set(given, reference)
    return reference
  }

  const closingOf = (name: string): Closing => (inBodies.has(name) ? 'closed' : 'open')

  /** Without a reference to the schema itself. */
  function bare(given: object, closing: Closing): object {
    const shown = shownSchemaOf(given)
    if (shown !== null) return describe(shown, closing)
    const schema = nestedSchemas(given, (inner, { inAllOf }) => describe(inner, inAllOf ? 'open' : closing))
    return closing === 'closed' && isOpen(schema) ? { ...schema, additionalProperties: false } : schema
  }

  return {
    open: (schema) => describe(schema, 'open'),
    closed: (schema) => describe(schema, 'closed'),
    add,
    all: () => Object.fromEntries([...kinds].map(([kind, found]) => [kind, sorted(found)])),
  }
}

/** Whether an object schema lists its members and says nothing of others (see closeSchema). */
const isOpen = (schema: object): boolean =>
  'properties' in schema && !('additionalProperties' in schema) && !('patternProperties' in schema)

const sorted = (components: ReadonlyMap<string, object>): object =>
  Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1)))

/** The names of every schema in this one, itself included. */
function namesIn(schema: object): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (one: object): object => {
    const name = nameOfSchema(one)
    if (name !== null) names.add(name)
    const shown = shownSchemaOf(one)
    if (shown !== null) visit(shown)
    return nestedSchemas(one, visit)
  }
  visit(schema)
  return names
}
