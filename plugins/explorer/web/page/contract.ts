/**
 * What the module of a page gets from the explorer (types only, published as `sextant/page`). A page is a module that
 * exports `mount`; it runs in a frame of its own, which is removed with everything in it when the page is left.
 *
 * This file and parts.ts are copied into the package as they are, so they import nothing else.
 */

import type {
  Action,
  Answer,
  AnsweredProps,
  ApiError,
  BarsProps,
  ButtonProps,
  ChartData,
  Child,
  ChoiceProps,
  Component,
  Content,
  FormDialogProps,
  IconName,
  PagerProps,
  SeriesAnswer,
  TableProps,
  TextFieldProps,
  TimeChartProps,
  ValueKind,
  View,
} from './parts.js'

export type * from './parts.js'

/** Fills the page. A rejection, or an error thrown later, is shown in the frame and named with the plugin. */
export type Mount = (page: Page) => void | Promise<void>

export interface Page {
  /** The number of the contract between service and plugins (`contractNumber`). */
  readonly contract: number
  readonly key: string
  readonly plugin: string
  readonly title: string
  /** Empty; the page fills it, by `ui.render` or in any other way. */
  readonly element: HTMLElement
  /** The values of the path's :name parameters. Another value is another page. */
  readonly params: Readonly<Record<string, string>>
  /** The open workspace, which every request is for. Another workspace is another page. */
  readonly workspace: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly role: Role
  }
  readonly user: { readonly id: string; readonly email: string; readonly role: Role }
  readonly query: Query
  readonly api: Api
  readonly ui: Ui
  /** Opens an address of the explorer: `/trends?range=7d`. `replace` replaces the current history entry. */
  readonly navigate: (href: string, options?: { readonly replace?: boolean }) => void
}

export type Role = 'viewer' | 'editor' | 'admin' | 'platform'

/** The query string of the address, which holds the state that a link to the page must carry. */
export interface Query {
  readonly get: () => Readonly<Record<string, string>>
  /** Changes parameters; null removes one. */
  readonly set: (
    changes: Readonly<Record<string, string | null>>,
    options?: { readonly replace?: boolean },
  ) => void
  /** Calls `listener` after each change, also by the browser's buttons. Returns a function that stops it. */
  readonly watch: (listener: () => void) => () => void
}

// The API.

export type Parameters = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface CallOptions {
  readonly signal?: AbortSignal
}

/**
 * Requests to the HTTP API as the user who has the page open, for the open workspace. Each resolves with the body of
 * the response (null for 204), and rejects with an ApiError or, once aborted, with an AbortError. Paths are absolute:
 * `/api/v1/…`. Undefined and null parameters are omitted.
 */
export interface Api {
  readonly get: <T>(path: string, query?: Parameters, options?: CallOptions) => Promise<T>
  readonly post: <T>(path: string, body?: unknown, options?: CallOptions) => Promise<T>
  readonly put: <T>(path: string, body: unknown, options?: CallOptions) => Promise<T>
  readonly delete: <T>(path: string, query?: Parameters, options?: CallOptions) => Promise<T>
  /** The body of the response as bytes, for files. */
  readonly file: (path: string, query?: Parameters, options?: CallOptions) => Promise<Blob>
}

// The parts of the explorer.

/** An element of a component, or of HTML: `h('a', {href: '/trends'}, 'Trends')`. `class` and `onClick` as in HTML. */
export interface MakeView {
  <P>(component: Component<P>, props: Omit<P, 'children'>, ...children: readonly Child<P>[]): View
  (tag: string, props?: Readonly<Record<string, unknown>> | null, ...children: readonly Content[]): View
}

export interface Ui {
  readonly h: MakeView
  /** Shows content in an element, and replaces earlier content. */
  readonly render: (content: Content, element: Element) => void

  useState<T>(initial: T | (() => T)): [T, (next: T | ((old: T) => T)) => void]
  /** Runs `effect` after rendering if an input has changed; a function that it returns runs before the next time. */
  readonly useEffect: (effect: () => unknown, inputs?: readonly unknown[]) => void
  readonly useMemo: <T>(make: () => T, inputs: readonly unknown[]) => T
  readonly useRef: <T>(initial: T) => { current: T }
  /** Asks GET `path` again whenever path or parameters change; null asks nothing. Show it with `Answered`. */
  readonly useAnswer: <T>(path: string | null, query?: Parameters) => Answer<T>
  /** The parameters of the address; the component is rendered again when they change. */
  readonly useQuery: () => Readonly<Record<string, string>>
  /** The state of an action: `run` never rejects, returns whether the work succeeded and keeps its error. */
  readonly useAction: () => Action

  PageHead: Component<{ title: string; summary?: string; children?: Content }>
  Card: Component<{ flush?: boolean; children?: Content }>
  /** Side by side, and one below the other. */
  Row: Component<{ children?: Content }>
  Stack: Component<{ children?: Content }>
  /** Less important text. */
  Soft: Component<{ children?: Content }>
  Tag: Component<{ look?: 'plain' | 'accent' | 'good' | 'bad' | 'warn'; children?: Content }>
  Icon: Component<{ name: IconName; size?: number }>

  Button: Component<ButtonProps>
  Table: <Row>(props: TableProps<Row>) => Content
  Pager: Component<PagerProps>
  TimeChart: Component<TimeChartProps>
  Bars: Component<BarsProps>
  NumberCard: Component<{
    label: string
    value: number
    unit?: string
    kind?: ValueKind
    lessIsBetter?: boolean
  }>
  /** The lines of a series answer of the API, one for each value of its breakdown. */
  readonly chartData: (series: SeriesAnswer, label: string) => ChartData

  /** A form whose submit is handled by the page. */
  Form: Component<{ onSubmit: () => void; children: Content }>
  TextField: Component<TextFieldProps>
  SelectField: Component<ChoiceProps>
  SegmentedField: Component<ChoiceProps>

  Dialog: Component<{
    title: string
    onClose: () => void
    wide?: boolean
    actions?: Content
    children: Content
  }>
  /** A form in a dialog, which closes after a successful submit and shows the error of a failed one. */
  FormDialog: Component<FormDialogProps>
  /** Asks before a deletion. */
  Confirm: Component<{
    title: string
    text: string
    action: string
    onConfirm: () => Promise<void>
    onClose: () => void
  }>

  /** Every state of an answer: loading, slow, failed, empty, loaded. */
  Answered: <T>(props: AnsweredProps<T>) => Content
  EmptyState: Component<{ title: string; icon?: IconName; actions?: Content; children?: Content }>
  ErrorState: Component<{ error: ApiError; onRetry?: () => void }>
  Loading: Component<object>

  /** A short message that disappears after five seconds. */
  readonly toast: (text: string, options?: { readonly bad?: boolean }) => void
  /** Copies text to the clipboard, and says so. */
  readonly copy: (text: string, what?: string) => Promise<void>
  /** Saves content as a file of the browser's downloads. */
  readonly download: (name: string, content: Blob | string) => void
  readonly format: Format
}

export interface Format {
  readonly value: (value: number, kind?: ValueKind) => string
  readonly count: (value: number) => string
  /** A share from 0 to 1 as a percentage. */
  readonly percent: (share: number) => string
  readonly seconds: (seconds: number) => string
  /** A timestamp (ISO 8601) as date and time in UTC. */
  readonly time: (iso: string) => string
}
