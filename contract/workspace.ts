/** A workspace as the storage knows it. The number names its database and is never reused. */
export interface WorkspaceRef {
  readonly id: string
  readonly number: number
}

/** The days on which a week may start. */
export const weekStarts = ['monday', 'sunday', 'saturday'] as const
export type WeekStart = (typeof weekStarts)[number]

/** The calendar of a workspace's questions, as far as a request does not name its own. */
export interface WorkspaceDefaults {
  /** An IANA name. */
  readonly timezone: string
  readonly weekStart: WeekStart
}

/** The defaults of a workspace whose admins set none. */
export const plainDefaults: WorkspaceDefaults = Object.freeze({ timezone: 'UTC', weekStart: 'monday' })
