import {
  calculatedValues,
  formOf,
  invalid,
  readsCalculated,
  replaceCalculated,
  type CalculatedProperty,
  type CalculatedSource,
  type Clock,
  type ReadCalculated,
  type Relation,
} from '../../contract/index.js'
import { clockOf } from '../question/clock.js'

/** The calculated properties of a workspace, as one request reads them. */
export interface BoundProperties {
  readonly properties: () => Promise<ReadonlyMap<string, CalculatedProperty>>
  /**
   * Replaces the calculated properties of a plan by their expressions. The records are read once, and only for
   * a plan that has any. Rejects with a 422 for an unknown one.
   */
  bind(plan: Relation): Promise<Relation>
  /** The clock of the default time zone; null for UTC. */
  readonly clock: () => Clock | null
}

export function bindCalculated(
  source: CalculatedSource | null,
  workspaceId: string,
  /** The time zone of expressions in questions that give none: that of the workspace. */
  defaultZone: string,
  now: number,
): BoundProperties {
  let known: Promise<ReadonlyMap<string, CalculatedProperty>> | null = null
  const properties = (): Promise<ReadonlyMap<string, CalculatedProperty>> =>
    (known ??= source?.properties(workspaceId) ?? Promise.resolve(new Map()))

  async function bind(plan: Relation): Promise<Relation> {
    if (!readsCalculated(plan)) return plan
    const all = await properties()
    const readers = new Map<string, ReadCalculated>()
    return replaceCalculated(plan, ({ name, as, zone, path }) => {
      const timezone = zone ?? defaultZone
      const read = readers.get(timezone) ?? calculatedValues(all, clockOf(timezone, now))
      readers.set(timezone, read)
      return formOf(
        read(name, (message) => invalid(path, message)),
        as,
      )
    })
  }

  return { properties, bind, clock: () => clockOf(defaultZone, now) }
}
