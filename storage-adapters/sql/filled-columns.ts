import type { ContextColumn } from '../../contract/index.js'

interface InsertColumn {
  readonly name: string
  /** A context column: without a value it takes its default. */
  readonly isContext?: true
}

interface WithContext {
  readonly context: Readonly<Partial<Record<ContextColumn, string>>>
}

/**
 * Returns the columns that an insert of these rows must name. Most context columns are empty, and each named
 * one costs the engine time.
 */
export function filledColumns<C extends InsertColumn>(
  columns: readonly C[],
  rows: readonly unknown[],
): readonly C[] {
  if (!columns.some(({ isContext }) => isContext)) return columns
  const filled = new Set<string>()
  // By the members of each row, which has few, not by the columns.
  for (const { context } of rows as readonly WithContext[])
    for (const name in context) if (context[name as ContextColumn] !== undefined) filled.add(name)
  return columns.filter(({ name, isContext }) => isContext !== true || filled.has(name))
}
