/** A workspace as the storage knows it. The number names its database and is never reused. */
export interface WorkspaceRef {
  readonly id: string
  readonly number: number
}
