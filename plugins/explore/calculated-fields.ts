import { calculatedPrefix, type PropertyType, type WorkspaceAsk } from '../../contract/index.js'
import type { DataField, DataSource } from './sources.js'

/** Returns the calculated properties of a source as fields; only events have any. */
export async function calculatedFields(
  ask: WorkspaceAsk,
  { id }: DataSource,
  { search, type }: { readonly search: string; readonly type: PropertyType | undefined },
): Promise<readonly DataField[]> {
  if (id !== 'events') return []
  const known = await ask.calculated?.()
  const all = known === undefined ? [] : [...known.values()]
  return all
    .map(({ name, type: own, expression, description }) => ({
      name: calculatedPrefix + name,
      data_type: own === 'any' ? ('text' as const) : own,
      description: description ?? expression,
    }))
    .filter((field) => field.name.toLowerCase().includes(search.toLowerCase()))
    .filter((field) => type === undefined || field.data_type === type)
}
