import type { AwilixContainer } from 'awilix/browser'
import type { ParameterizedContext } from 'koa'
import type { Admission, Ask, OutsideIdentity, TokenClaims } from '../contract/index.js'
import type { RawCondition } from '../core/question/raw-condition.js'

/** A credential before any lookup. */
export type Credential =
  | { readonly kind: 'token'; readonly claims: TokenClaims }
  | { readonly kind: 'outside'; readonly identity: OutsideIdentity }
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'link'; readonly token: string }

/** The state of a request; each step of the lifecycle adds its part. */
export interface RequestData {
  /** The plugin whose route was matched; `core` before. */
  plugin: string
  readonly now: number
  readonly address: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  credential: Credential | null
  admission: Admission | null
  body: unknown
  input: ValidInput | null
  /** Set once the workspace's data is read. */
  readsData: boolean
}

/** The validated input of a handler; conditions are for metrics only. */
export interface ValidInput {
  readonly params: object
  readonly query: object
  readonly body: unknown
  readonly conditions: readonly RawCondition[]
}

/** What a request's container adds to the service's own. */
export interface RequestCradle {
  readonly requestId: string
  readonly request: RequestData
  readonly ask: Ask
}

export interface RequestState {
  requestId: string
  /** The pattern of the matched route, never the raw path. */
  route?: string
  scope: AwilixContainer<RequestCradle>
  request: RequestData
}

export type HttpContext = ParameterizedContext<RequestState>
/** One step of a request's lifecycle; the steps after it run inside `next`. */
export type Step = (ctx: HttpContext, next: () => Promise<unknown>) => unknown
