/**
 * The package's entry `sextant/client`: a typed client of the HTTP API, for Node and browsers. docs/api.md shows its use.
 */
import type { components } from './api.js'

export { createClient, type Client, type ClientOptions, type Send } from './client.js'
export { SextantError, type ErrorCode, type ErrorDetail } from './error.js'
export type { CallOptions } from './operation.js'
export { queryOf } from './query.js'
export type { components, operations, paths } from './api.js'

/** The named schemas of the API: `Schemas['Series']`. */
export type Schemas = components['schemas']
