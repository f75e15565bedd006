/** Response bodies of the API that more than one view reads. */
export interface Data<T> {
  readonly data: T
}

export type Role = 'viewer' | 'editor' | 'admin' | 'platform'

export interface User {
  readonly id: string
  readonly email: string
  readonly role: Role
}

export type WeekStart = 'monday' | 'sunday' | 'saturday'

export interface Membership {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly role: Exclude<Role, 'platform'>
  /** The time zone and the first day of the week of queries that name none. */
  readonly timezone: string
  readonly week_start: WeekStart
}

export interface Me {
  readonly user: User
  readonly workspaces: readonly Membership[]
}

export interface Login {
  readonly token: string
  readonly expires_at: string
  readonly user: User
}

export interface Point {
  readonly date: string
  readonly value: number
  readonly dimension?: string
  /** A value for each breakdown, if there are several. */
  readonly dimensions?: readonly string[]
}

export interface Comparison {
  readonly previous_total: number
  readonly change: number
  readonly percent_change: number
  readonly previous_points: readonly Point[]
  readonly previous_range: { readonly from: string; readonly to: string }
}

export interface SeriesData {
  readonly points: readonly Point[]
  readonly total: number
  readonly min: number
  readonly max: number
  readonly avg: number
  readonly comparison?: Comparison
}

export interface TopData {
  readonly data: readonly { readonly label: string; readonly count: number }[]
  readonly total_labels: number
}

export type Cells = Readonly<Record<string, unknown>>

export interface Page<Row = Cells> {
  readonly data: readonly Row[]
  readonly has_more: boolean
  readonly limit: number
  readonly offset: number
  readonly total?: number
}

export interface Mark {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly timestamp: string
  readonly category: 'release' | 'news' | 'incident'
  readonly source_ref: string | null
}
