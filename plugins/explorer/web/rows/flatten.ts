export interface Leaf {
  /** The name as used in filters: `properties.plan`, `message.status`. */
  readonly field: string
  readonly value: string | number | boolean
}

/** Every value of a row with its field name. Arrays become one JSON string; empty and missing values are omitted. */
export function leavesOf(row: Readonly<Record<string, unknown>>, prefix = ''): readonly Leaf[] {
  return Object.entries(row).flatMap(([name, value]): readonly Leaf[] => {
    const field = prefix + name
    if (value === null || value === undefined || value === '') return []
    if (Array.isArray(value)) return [{ field, value: JSON.stringify(value) }]
    if (typeof value === 'object') return leavesOf(value as Readonly<Record<string, unknown>>, `${field}.`)
    return [{ field, value: value as Leaf['value'] }]
  })
}
