import {
  audiences,
  calculatedProperties,
  calculatedValues,
  changeNotes,
  inUse,
  invalid,
  limitReached,
  notFound,
  notMember,
  parseCalculated,
  questionLibrary,
  referencesOf,
  savedQuestions,
  ServiceError,
  serviceRef,
  typeOfValue,
  type CalculatedProperty,
  type CalculatedSource,
  type CalculatedType,
  type ReadCalculated,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../contract/index.js'
import {
  deleteProperty,
  insertProperty,
  listProperties,
  lockWorkspace,
  updateProperty,
  type StoredProperty,
} from './calculated-repository.js'

const mostProperties = 200

type Changer = Pick<WorkspaceAsk, 'workspace' | 'caller'>
type Wanted = Pick<StoredProperty, 'name' | 'expression' | 'description'>
export type PropertyChange = Partial<Pick<StoredProperty, 'expression' | 'description'>>

/** Supplies calculated properties to questions, and changes them. Every change is in the audit log. */
export interface PropertyKeeper extends CalculatedSource {
  list(workspaceId: string): Promise<readonly StoredProperty[]>
  /** Throws a 422 for an expression that is wrong, CONFLICT for a name that exists. */
  create(ask: Changer, wanted: Wanted): Promise<StoredProperty>
  /** Throws NOT_FOUND, and a 422 also if a property that uses this one would be wrong. */
  change(ask: Changer, name: string, change: PropertyChange): Promise<StoredProperty>
  /** Throws NOT_FOUND, and CONFLICT while something uses the property. */
  remove(ask: Changer, name: string): Promise<void>
}

export const propertyKeeper = serviceRef<PropertyKeeper>(calculatedProperties.name)

type Dependencies = Pick<ServiceDependencies, 'records' | 'clock' | 'newId' | 'use' | 'find'>

export function createPropertyKeeper({ records, clock, newId, use, find }: Dependencies): PropertyKeeper {
  const note = changeNotes<StoredProperty>(use, 'property', ({ name }) => ({ name }))

  /** Runs the work over the workspace's properties; no other change runs beside it. */
  const changing = <T>(
    { workspace }: Changer,
    work: (transaction: Records, all: ReadonlyMap<string, StoredProperty>) => Promise<T>,
  ): Promise<T> =>
    records.transaction(async (transaction) => {
      if (!(await lockWorkspace(transaction, workspace.id))) throw notMember()
      const all = await listProperties(transaction, workspace.id)
      return work(transaction, byName(all))
    })

  /** Returns what uses a field, named as the caller may see it; null for what the caller must not see. */
  async function labelsUsing(
    transaction: Records,
    ask: Changer,
    field: string,
  ): Promise<readonly (string | null)[]> {
    // One after the other: a transaction has one connection.
    const named = await find(audiences)?.namesUsing?.(transaction, ask.workspace.id, field)
    const tiles = await find(savedQuestions)?.usesOfField?.(transaction, ask, field)
    const questions = await find(questionLibrary)?.usesOfField?.(transaction, ask, field)
    return [
      ...(named ?? []).map((name) => `audience ${JSON.stringify(name)}`),
      ...[...(tiles ?? []), ...(questions ?? [])].map(({ label }) => label),
    ]
  }

  return Object.freeze({
    list: (workspaceId) => listProperties(records, workspaceId),
    properties: async (workspaceId) => byName(await listProperties(records, workspaceId)),

    create: (ask, wanted) =>
      changing(ask, async (transaction, all) => {
        const { name, expression } = wanted
        if (all.has(name)) throw new ServiceError('CONFLICT', `there is a property calc.${name} already`)
        if (all.size >= mostProperties)
          throw limitReached(mostProperties, 'calculated properties per workspace')
        const now = new Date(clock())
        const made: StoredProperty = {
          ...wanted,
          id: newId('prp_'),
          workspace_id: ask.workspace.id,
          type: checkedType(all, name, expression),
          created_by: ask.caller.id,
          created_at: now,
          updated_at: now,
        }
        await insertProperty(transaction, made)
        await note(transaction, ask, 'created', made)
        return made
      }),

    change: (ask, name, change) =>
      changing(ask, async (transaction, all) => {
        const before = known(all, name)
        const { expression = before.expression, description = before.description } = change
        const fields = { expression, description }
        const changedNames = (['description', 'expression'] as const).filter(
          (one) => fields[one] !== before[one],
        )
        if (changedNames.length === 0) return before
        const changed: StoredProperty = {
          ...before,
          ...fields,
          type: checkedType(all, name, expression),
          updated_at: new Date(clock()),
        }
        await updateProperty(transaction, changed)
        await note(transaction, ask, 'changed', changed, { changed: changedNames })
        return changed
      }),

    remove: (ask, name) =>
      changing(ask, async (transaction, all) => {
        const property = known(all, name)
        const labels = [
          ...[...all.values()].filter((one) => uses(one, name)).map((one) => `calc.${one.name}`),
          ...(await labelsUsing(transaction, ask, `calc.${name}`)),
        ]
        if (labels.length > 0) throw inUse(`calc.${name}`, labels)
        await deleteProperty(transaction, ask.workspace.id, property.id)
        await note(transaction, ask, 'deleted', property)
      }),
  } satisfies PropertyKeeper)
}

const byName = <T extends CalculatedProperty>(all: readonly T[]): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.name, one]))

function known(all: ReadonlyMap<string, StoredProperty>, name: string): StoredProperty {
  const property = all.get(name)
  if (property === undefined) throw notFound('calculated property')
  return property
}

const uses = ({ expression }: CalculatedProperty, name: string): boolean =>
  referencesOf(parseCalculated(expression)).has(name)

/**
 * Returns the type of an expression. Throws a 422 that names the column if it is wrong, and one if a property
 * that uses this one would be wrong with it.
 */
export function checkedType(
  all: ReadonlyMap<string, CalculatedProperty>,
  name: string,
  expression: string,
): CalculatedType {
  const property: CalculatedProperty = { name, expression, description: null, type: 'any' }
  const next = new Map([...all, [name, property]])
  const fault = (message: string): ServiceError => invalid('/expression', message)
  const earlier = calculatedValues(all, null)
  const read = calculatedValues(next, null)
  const value = atBody(() => read(name, fault))
  for (const other of next.keys()) {
    const message = other === name ? null : faultOf(read, other)
    // One that was wrong already, such as after an update that has a function no longer, hinders no other.
    if (message !== null && faultOf(earlier, other) === null)
      throw fault(`calc.${other} uses calc.${name} and would be wrong: ${message}`)
  }
  return typeOfValue(value)
}

/** Returns what is wrong with a property; null if nothing is. */
function faultOf(read: ReadCalculated, name: string): string | null {
  try {
    read(name, (message) => invalid('/expression', message))
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}

/** Errors of the expression, as those of the body's field. */
function atBody<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError) throw invalid('/expression', error.message)
    throw error
  }
}
