import type { JsonValue } from './json.js'

/** A request that the service accepts and its response, for the API description. */
export interface RouteExample {
  /** The parameters in the path. */
  readonly params?: Readonly<Record<string, string>>
  /** The query string's parameters. */
  readonly query?: Readonly<Record<string, string>>
  /** Bytes are a string of the characters of their numbers. */
  readonly body?: JsonValue
  /** The body of the success, of a page or other text its beginning; absent if there is none. */
  readonly response?: JsonValue
}

/** Examples by route, as in `POST /api/v1/marks`. */
export type RouteExamples = Readonly<Record<string, RouteExample>>
