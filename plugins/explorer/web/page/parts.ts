/**
 * The explorer's parts that a page may use: their parameters, and the errors and answers that they show. Copied into the
 * package as it is, beside contract.ts.
 */

/** An error that the service answered, or `OFFLINE` with the status 0 if there was no answer. Its name is `ApiError`. */
export interface ApiError extends Error {
  readonly status: number
  /** The code of the error's envelope (docs/errors.md): `VALIDATION_ERROR` … */
  readonly code: string
  readonly details: readonly { readonly path: string; readonly message: string }[]
  /** Seconds to wait before a retry; null if the service gives none. */
  readonly retryAfter: number | null
  readonly requestId: string | null
}

/** The state of a request of `ui.useAnswer`. `data` keeps the previous answer while the next one loads. */
export interface Answer<T> {
  readonly data: T | null
  readonly error: ApiError | null
  /** When the running request was sent, in milliseconds since 1970; null if none is running. */
  readonly since: number | null
  readonly cancelled: boolean
  readonly reload: () => void
  readonly cancel: () => void
}

/** An element that `h` returned. */
export interface View {
  readonly type: unknown
  readonly props: unknown
}

export type Content = View | string | number | boolean | null | undefined | readonly Content[]

/** A function that returns what to show. It may call hooks (`useState` …), in the same order every time. */
export type Component<P> = (props: P) => Content

/** What stands between the tags: `h(ui.Card, {}, child, child)`. */
export type Child<P> = P extends { readonly children: infer C } ? C : Content

export interface Action {
  readonly busy: boolean
  readonly problem: ApiError | null
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** The service's error for one field of the request; null if there is none. */
  readonly problemOf: (field: string) => string | null
}

export interface ButtonProps {
  children?: Content
  onClick?: (event: MouseEvent) => void
  /** An address in place of an action: the button is a link. */
  href?: string
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  /** The accessible name and tooltip; required without children. */
  label?: string
  type?: 'button' | 'submit'
  disabled?: boolean
  busy?: boolean
  small?: boolean
}

export interface Column<Row> {
  readonly key: string
  readonly title: string
  /** The content of the cell; the value by default. */
  readonly render?: (row: Row) => Content
  /** The value to sort by; without it the column cannot be sorted. */
  readonly value?: (row: Row) => string | number | null
  readonly align?: 'start' | 'end'
}

export interface TableProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string
  /** The accessible name. */
  caption: string
  onRow?: (row: Row) => void
}

export interface PagerProps {
  offset: number
  length: number
  limit: number
  total?: number | undefined
  hasMore: boolean
  onMove: (offset: number) => void
}

/** The kind of a metric in GET /api/v1/metrics, which decides how numbers are written. */
export type ValueKind = string

export interface SeriesAnswer {
  readonly points: readonly { readonly date: string; readonly value: number; readonly dimension?: string }[]
  readonly total?: number
}

export interface ChartData {
  /** In the format of the API, ascending. */
  readonly dates: readonly string[]
  readonly lines: readonly {
    readonly id: string
    readonly label: string
    /** One for each date; null for none. */
    readonly values: readonly (number | null)[]
    readonly color?: string
    readonly total?: number
  }[]
}

export interface TimeChartProps {
  data: ChartData
  /** Describes the chart for screen readers. */
  title: string
  look?: 'line' | 'area' | 'bar'
  stack?: boolean
  kind?: ValueKind
  /** In pixels. */
  height?: number
  legend?: boolean
  /** Whether the workspace's marks are shown; true by default. */
  marks?: boolean
  onPoint?: (line: number, date: number) => void
}

export interface BarsProps {
  bars: readonly {
    readonly id: string
    readonly label: string
    readonly value: number
    readonly text: string
  }[]
  label: string
  onChoose?: (id: string) => void
}

export interface TextFieldProps {
  label: string
  value: string
  onInput: (value: string) => void
  /** Below the input; an error replaces it. */
  hint?: string
  error?: string | null
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local' | 'search' | 'url'
  placeholder?: string
  required?: boolean
  maxLength?: number
}

export interface ChoiceProps {
  label: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  onChange: (value: string) => void
}

export interface FormDialogProps {
  title: string
  /** The text of the submit button. */
  action: string
  /** The fields whose errors the form shows itself, by `problemOf`. */
  fields?: readonly string[]
  disabled?: boolean
  wide?: boolean
  onSubmit: () => Promise<unknown>
  onClose: () => void
  children: (problemOf: (field: string) => string | null) => Content
}

export interface AnsweredProps<T> {
  answer: Answer<T>
  /** `empty` is shown in place of data that is empty. */
  isEmpty?: (data: T) => boolean
  empty?: Content
  children: (data: T) => Content
}

export type IconName =
  | 'alert'
  | 'area'
  | 'arrowDown'
  | 'arrowUp'
  | 'audience'
  | 'bar'
  | 'board'
  | 'calendar'
  | 'check'
  | 'clock'
  | 'close'
  | 'code'
  | 'compare'
  | 'copy'
  | 'download'
  | 'edit'
  | 'external'
  | 'filter'
  | 'flag'
  | 'funnel'
  | 'help'
  | 'history'
  | 'home'
  | 'key'
  | 'line'
  | 'link'
  | 'live'
  | 'lock'
  | 'logs'
  | 'metric'
  | 'more'
  | 'number'
  | 'person'
  | 'plus'
  | 'refresh'
  | 'search'
  | 'segments'
  | 'server'
  | 'sessions'
  | 'settings'
  | 'share'
  | 'star'
  | 'table'
  | 'trash'
  | 'trends'
  | 'users'
