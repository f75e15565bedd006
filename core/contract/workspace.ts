/** A workspace as the storage knows it: the number names its database and is never used again. */
export interface WorkspaceRef {
  readonly id: string
  readonly number: number
}
