import {
  audiences,
  calculatedProperties,
  calculatedValues,
  changeNotes,
  invalid,
  limitReached,
  notFound,
  notMember,
  parseCalculated,
  referencesOf,
  savedQuestions,
  ServiceError,
  serviceRef,
  typeOfValue,
  type CalculatedProperty,
  type CalculatedSource,
  type CalculatedType,
  type Records,
  type ServiceDependencies,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
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
        const expression = change.expression ?? before.expression
        const changed: StoredProperty = {
          ...before,
          expression,
          description: change.description === undefined ? before.description : change.description,
          type: checkedType(all, name, expression),
          updated_at: new Date(clock()),
        }
        await updateProperty(transaction, changed)
        await note(transaction, ask, 'changed', changed, { changed: Object.keys(change).sort() })
        return changed
      }),

    remove: (ask, name) =>
      changing(ask, async (transaction, all) => {
        const property = known(all, name)
        const users = [
          ...[...all.values()].filter((one) => uses(one, name)).map((one) => `calc.${one.name}`),
          ...((await find(audiences)?.namesUsing?.(transaction, ask.workspace.id, `calc.${name}`)) ?? []).map(
            (one) => `the audience ${JSON.stringify(one)}`,
          ),
          ...(
            (await find(savedQuestions)?.titlesUsing?.(transaction, ask.workspace.id, `calc.${name}`)) ?? []
          ).map((one) => `the board tile ${JSON.stringify(one)}`),
        ]
        if (users.length > 0)
          throw new ServiceError('CONFLICT', `calc.${name} is used by ${users.slice(0, 10).join(', ')}`)
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
  const read = calculatedValues(next, null)
  const value = atBody(() => read(name, fault))
  for (const { name: other } of next.values())
    if (other !== name)
      try {
        read(other, fault)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        throw fault(`calc.${other} uses calc.${name} and would be wrong: ${error.message}`)
      }
  return typeOfValue(value)
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
