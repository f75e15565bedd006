import protobuf from 'protobufjs/minimal.js'
import { Reply, type ErrorCode, type ServiceError } from '../../core/contract/index.js'
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

/** 200 in the request's encoding, with the number and reasons of rejected items, which clients do not send again. */
export function answer(encoding: Encoding, member: RejectedMember, { rejected, reasons }: Outcome): Reply {
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

/** Codes of google.rpc.Code. */
const rpcCodes: Readonly<Partial<Record<ErrorCode, number>>> = {
  PAYLOAD_TOO_LARGE: 8,
  UNAVAILABLE: 14,
  NOT_FOUND: 5,
  FORBIDDEN: 7,
}
const invalidArgument = 3

/** 400 and a google.rpc.Status for a body that cannot be decoded. */
export const undecodable = (encoding: Encoding, message: string): Reply =>
  status(encoding, 400, invalidArgument, message)

/** A google.rpc.Status for an error of the service; clients retry only after 429, 502, 503 and 504. */
export function failure(encoding: Encoding, error: ServiceError): Reply {
  const retry =
    error.status === 503 ? { 'Retry-After': String(Math.max(1, Math.ceil(error.retryAfter ?? 5))) } : {}
  return status(encoding, error.status, rpcCodes[error.code] ?? invalidArgument, error.message, retry)
}

function status(
  encoding: Encoding,
  httpStatus: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  if (encoding === 'json') return new Reply(httpStatus, { code, message }, headers)
  const bytes = protobuf.Writer.create().uint32(0x08).int32(code).uint32(0x12).string(message).finish()
  return protobufReply(httpStatus, bytes, headers)
}

const protobufReply = (
  httpStatus: number,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Reply => new Reply(httpStatus, bytes, { ...headers, 'Content-Type': 'application/x-protobuf' })

const longest = 1_000
const cut = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text
