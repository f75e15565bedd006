import type { AwilixContainer } from 'awilix'
import type { ParameterizedContext } from 'koa'
import type { Admission, Ask, OutsideIdentity, TokenClaims } from '../contract/index.js'
import type { RawCondition } from '../question/raw-condition.js'

/** What a credential claims to be, before anything was looked up. */
export type Credential =
  | { readonly kind: 'token'; readonly claims: TokenClaims }
  | { readonly kind: 'outside'; readonly identity: OutsideIdentity }
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'link'; readonly token: string }

/** What the steps of the lifecycle know of a request; each adds its own. */
export interface RequestData {
  readonly now: number
  readonly address: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  credential: Credential | null
  admission: Admission | null
  body: unknown
  input: ValidInput | null
  /** Set as soon as the workspace's data is asked for. */
  readsData: boolean
}

/** The input of a handler, checked; conditions are for metrics only. */
export interface ValidInput {
  readonly params: object
  readonly query: object
  readonly body: unknown
  readonly conditions: readonly RawCondition[]
}

/** What the container of one request adds to the service's own. */
export interface RequestCradle {
  readonly requestId: string
  readonly request: RequestData
  readonly ask: Ask
}

export interface RequestState {
  requestId: string
  /** The pattern of the route that took the request, never the raw path. */
  route?: string
  scope: AwilixContainer<RequestCradle>
  request: RequestData
}

export type HttpContext = ParameterizedContext<RequestState>
/** One step of a request's life; what stands below it happens inside `next`. */
export type Step = (ctx: HttpContext, next: () => Promise<unknown>) => unknown
