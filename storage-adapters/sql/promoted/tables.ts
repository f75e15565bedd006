import type { WorkspaceRef } from '../../../contract/index.js'
import type { JsonTable, PromotedColumn } from './columns.js'

/** A promoted column as the tables have it (see FoundColumn). */
export interface StoredColumn extends PromotedColumn {
  readonly type: string
  readonly everywhere: boolean
  readonly whole: boolean
  readonly busy: boolean
}

/** The place of a column. */
export type PlacedColumn = Pick<PromotedColumn, 'table' | 'name'>

/** The promoted columns of a workspace, in all its tables. */
export interface StoredColumns {
  readonly columns: readonly StoredColumn[]
  /** Columns that another version created from another expression and that the engine is not filling. */
  readonly former: readonly PlacedColumn[]
}

/** Reads and changes the promoted columns in the tables of a workspace. */
export interface PromotedTables {
  read(workspace: WorkspaceRef): Promise<StoredColumns>
  /** Returns the number of rows of a table. */
  rows(workspace: WorkspaceRef, table: JsonTable): Promise<number>
  /** Adds a column on every server without rewriting rows. If `type` is null, the engine's adapter chooses it. */
  add(workspace: WorkspaceRef, column: PromotedColumn, type: string | null): Promise<void>
  /**
   * Writes the columns into the rows that lack them, or starts to. What a restart interrupts is filled afterwards.
   * @param over whether the store is closing or the workspace is gone: the rest is left
   */
  fill(workspace: WorkspaceRef, columns: readonly PlacedColumn[], over?: () => boolean): Promise<void>
  /** Stores the day of the last read in the column's comment. */
  note(workspace: WorkspaceRef, column: PromotedColumn): Promise<void>
  drop(workspace: WorkspaceRef, column: PlacedColumn): Promise<void>
}
