import type { Static } from 'typebox'
import { blank, invalid, notATime, parseIsoTime } from '../../contract/index.js'
import type { MarkFields } from './mark.js'
import type { Fields } from './schemas.js'

const mostBytes = 10_240
const day = 86_400_000

/** Validates the given fields and returns them as they are stored. Throws VALIDATION_ERROR. */
export function readFields(given: Partial<Static<typeof Fields>>): Partial<MarkFields> {
  const { title, timestamp, metadata, ...rest } = given
  return {
    ...rest,
    ...(title === undefined ? {} : { title: readTitle(title) }),
    ...(timestamp === undefined ? {} : { timestamp: readTime('/timestamp', timestamp) }),
    ...(metadata === undefined ? {} : { metadata: metadata === null ? null : readMetadata(metadata) }),
  }
}

function readTitle(text: string): string {
  const title = text.trim()
  if (title === '') throw blank('/title')
  return title
}

/** Reads an ISO 8601 date or date-time. Throws VALIDATION_ERROR. @param path a parameter name or a JSON pointer */
export function readTime(path: string, text: string): Date {
  const time = parseIsoTime(text)
  if (time === null) throw notATime(path)
  return new Date(time)
}

/** As readTime(), but a date without a time is the last millisecond of its day. */
export function readEnd(path: string, text: string): Date {
  const time = readTime(path, text)
  return text.length === '2020-01-31'.length ? new Date(time.getTime() + day - 1) : time
}

function readMetadata(text: string): string {
  if (Buffer.byteLength(text) > mostBytes)
    throw invalid('/metadata', `metadata must not be longer than ${mostBytes} bytes`)
  try {
    JSON.parse(text)
  } catch {
    throw invalid('/metadata', 'metadata must be a string of valid JSON')
  }
  return text
}
