import protobuf from 'protobufjs/minimal.js'
import Type, { type Static, type TSchema } from 'typebox'
import {
  errorCatalogue,
  errorShape,
  named,
  Reply,
  ServiceError,
  type ErrorCode,
} from '../../contract/index.js'
import type { Encoding } from './body.js'

/** The rejected part of a request. */
export interface Outcome {
  /** Number of rejected records, data points or spans. */
  readonly rejected: number
  /** The reasons of the first few. */
  readonly reasons: readonly string[]
}

/** The member of `partialSuccess` with the number of rejected items, which depends on the signal. */
export type RejectedMember = 'rejectedLogRecords' | 'rejectedDataPoints' | 'rejectedSpans'

/** The JSON body of an export: nothing if all items are stored. */
export interface Exported {
  readonly partialSuccess?: Readonly<Partial<Record<RejectedMember, string>>> & {
    readonly errorMessage: string
  }
}

/** The JSON form of google.rpc.Status. */
export const RpcStatus = named(
  'RpcStatus',
  Type.Object(
    { code: Type.Integer(), message: Type.String() },
    { examples: [{ code: 3, message: 'resourceLogs must be an array' }] },
  ),
)

type Replied<T, S extends number> = S extends number ? Reply<T, S> | Reply<Uint8Array, S> : never

/** 200 in the request's encoding, with the number and reasons of rejected items, which clients do not send again. */
export function answer(
  encoding: Encoding,
  member: RejectedMember,
  { rejected, reasons }: Outcome,
): Replied<Exported, 200> {
  const errorMessage = cut(reasons.join('; '))
  if (encoding === 'json') {
    const partial = { partialSuccess: { [member]: String(rejected), errorMessage } }
    return new Reply(200, rejected === 0 ? {} : partial)
  }
  const writer = protobuf.Writer.create()
  if (rejected > 0)
    writer.uint32(0x0a).fork().uint32(0x08).int64(rejected).uint32(0x12).string(errorMessage).ldelim()
  return protobufReply(200, writer.finish())
}

const invalidArgument = 3
/** The codes of google.rpc.Code for the errors that storing may have. */
const rpcCodes = {
  PAYLOAD_TOO_LARGE: 8,
  UNAVAILABLE: 14,
  NOT_FOUND: 5,
  FORBIDDEN: 7,
  VALIDATION_ERROR: invalidArgument,
} as const satisfies Readonly<Partial<Record<ErrorCode, number>>>

/** An error that is answered as a google.rpc.Status. */
export type Failure = ServiceError & { readonly code: keyof typeof rpcCodes }
type FailureStatus = (typeof errorCatalogue)[Failure['code']]['status']

export const isFailure = (error: unknown): error is Failure =>
  error instanceof ServiceError && error.code in rpcCodes

/** The statuses of failures, for the API description. Errors before the body is read have the usual form. */
const failed = (code: keyof typeof rpcCodes) =>
  Type.Union([RpcStatus, errorShape], {
    examples: [{ code: rpcCodes[code], message: errorCatalogue[code].meaning }],
  })
export const failures = {
  400: RpcStatus,
  403: failed('FORBIDDEN'),
  404: failed('NOT_FOUND'),
  413: failed('PAYLOAD_TOO_LARGE'),
  422: failed('VALIDATION_ERROR'),
  503: failed('UNAVAILABLE'),
} as const satisfies Readonly<Record<FailureStatus | 400, TSchema>>

/** 400 and a google.rpc.Status for a body that cannot be decoded. */
export const undecodable = (encoding: Encoding, message: string) =>
  status(encoding, 400, invalidArgument, message)

/** A google.rpc.Status for an error of the service; clients retry only after 429, 502, 503 and 504. */
export function failure(encoding: Encoding, error: Failure) {
  const { status: httpStatus } = errorCatalogue[error.code]
  const retry =
    httpStatus === 503 ? { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfter ?? 5))) } : {}
  return status(encoding, httpStatus, rpcCodes[error.code], error.message, retry)
}

function status<S extends number>(
  encoding: Encoding,
  httpStatus: S,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Replied<Static<typeof RpcStatus>, S> {
  const bytes = () => protobuf.Writer.create().uint32(0x08).int32(code).uint32(0x12).string(message).finish()
  const reply =
    encoding === 'json'
      ? new Reply(httpStatus, { code, message }, headers)
      : protobufReply(httpStatus, bytes(), headers)
  // The compiler does not distribute the type of a reply over its statuses.
  return reply as Replied<Static<typeof RpcStatus>, S>
}

const protobufReply = <S extends number>(
  httpStatus: S,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply<Uint8Array, S> =>
  new Reply(httpStatus, bytes, { ...headers, 'Content-Type': 'application/x-protobuf' })

const longest = 1_000
const cut = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
