import type { TSchema } from 'typebox'

/** Validators, JSON and TypeBox ignore symbols: what a schema has here only changes how it is described. */
const componentName: unique symbol = Symbol.for('sextant.component')
const shownSchema: unique symbol = Symbol.for('sextant.shown')

interface Marks {
  readonly [componentName]?: string
  readonly [shownSchema]?: TSchema
}

/**
 * Names a schema in PascalCase. The OpenAPI document then has it once, under components, and refers to it
 * wherever it occurs; a parameter with a named schema is a component as a whole. Different schemas must have
 * different names, across all plugins. Wrap last: `named('Offset', Type.Optional(…))`. Schemas derived from it
 * (Type.Partial, Type.Interface) have no name.
 */
export const named = <T extends TSchema>(name: string, schema: T): T =>
  marked(schema, { [componentName]: name })

/**
 * Describes a schema by another one, which says more than the validator checks, such as the members of a list
 * that is validated later.
 */
export const describedBy = <T extends TSchema>(shown: TSchema, schema: T): T =>
  marked(schema, { [shownSchema]: shown })

/** Returns the component's name; null if the schema has none. */
export const nameOfSchema = (schema: object): string | null => (schema as Marks)[componentName] ?? null

/** Returns the schema that describes this one; null if it describes itself. */
export const shownSchemaOf = (schema: object): TSchema | null => (schema as Marks)[shownSchema] ?? null

/** A copy with TypeBox's own hidden properties. */
const marked = <T extends TSchema>(schema: T, marks: Marks): T =>
  Object.assign(Object.create(Object.prototype, Object.getOwnPropertyDescriptors(schema)) as T, marks)
