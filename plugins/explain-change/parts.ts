import type { ContextColumn } from '../../contract/index.js'

/** Fields that one statement compares. More save little, and share one budget of time and memory. */
const fieldsTogether = 8

/**
 * Columns that a storage may count ahead, by device. A statement about another field as well would read every event
 * instead.
 */
const countedAhead: ReadonlySet<string> = new Set<ContextColumn>([
  ...(['country', 'os', 'device_type', 'platform', 'browser', 'app_version'] as const),
])

/** Divides the fields into those that one statement each compares. */
export function inParts<T extends { readonly field: string }>(
  fields: readonly T[],
): readonly (readonly T[])[] {
  const isAhead = ({ field }: T): boolean => countedAhead.has(field)
  return [fields.filter(isAhead), fields.filter((one) => !isAhead(one))].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / fieldsTogether) }, (_, index) =>
      group.slice(index * fieldsTogether, (index + 1) * fieldsTogether),
    ),
  )
}
