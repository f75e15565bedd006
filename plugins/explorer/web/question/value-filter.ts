import { otherName } from '../data/dimension.js'
import type { FilterNode } from './filter-node.js'

/** The filter of the rows behind a value of a breakdown by the values of a field; null for the rest. */
export function valueFilter(field: string, value: string): FilterNode | null {
  if (value === otherName) return null
  if (value !== '(none)') return { field, operator: 'in', value: [value] }
  return {
    or: [
      { field, operator: 'is_not_set' },
      { field, operator: 'eq', value: '' },
    ],
  }
}
