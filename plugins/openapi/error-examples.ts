import type { ErrorCode } from '../../contract/index.js'

const messages: Readonly<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'a token or key is required',
  FORBIDDEN: 'you are not a member of this workspace',
  NOT_FOUND: 'unknown mark',
  METHOD_NOT_ALLOWED: 'this path supports GET',
  CONFLICT: 'the account changed during this request; try again',
  PAYLOAD_TOO_LARGE: 'a request may hold at most 10000 events; split it',
  VALIDATION_ERROR: 'range must be a string',
  RATE_LIMITED: 'too many attempts; try again in 12 seconds',
  INTERNAL: 'internal error',
  UNAVAILABLE: 'the storage is down',
  TIMEOUT: 'the query exceeded its time limit',
}

/** An error body with this code. */
export const errorExample = (code: ErrorCode): object => ({
  error: code,
  message: messages[code],
  ...(code === 'VALIDATION_ERROR' ? { details: [{ path: 'range', message: messages[code] }] } : {}),
  request_id: 'req_4nN0zqWc1TtqV0mFQy8b2A',
})
