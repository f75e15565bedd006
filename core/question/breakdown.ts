import { invalid, type Breakdown, type SourceName, type TraitUse } from '../contract/index.js'
import { fieldOf, traitsOf } from './conditions.js'

const mostDimensions = 1000

export interface AskedBreakdown {
  readonly breakdown: Breakdown
  /** The trait that the breakdown reads, if any. */
  readonly traits: readonly TraitUse[]
}

/**
 * Reads a breakdown by a field's label. `names` are reported separately, or else the `limit` largest values.
 * A field without a label (a time) and a limit outside 1 to 1,000 are a 422.
 */
export function parseBreakdown(
  source: SourceName,
  name: string,
  limit: number,
  names?: readonly string[],
): AskedBreakdown {
  if (!Number.isInteger(limit) || limit < 1 || limit > mostDimensions)
    throw invalid('breakdown_limit', `breakdown_limit must be a whole number from 1 to ${mostDimensions}`)
  const field = fieldOf(source, name, 'breakdown')
  if (field.label === null) throw invalid('breakdown', `${field.name} is a time and cannot be a breakdown`)
  return {
    breakdown: Object.freeze({ label: field.label, limit, ...(names && { names }) }),
    traits: traitsOf([field]),
  }
}
