import type { Static } from 'typebox'
import { invalid, parseIsoTime } from '../../core/contract/index.js'
import type { MarkFields } from './mark.js'
import type { Fields } from './schemas.js'

const mostBytes = 10_240
const day = 86_400_000

/** The fields that are there, checked and as they are kept. */
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
  if (title === '') throw invalid('/title', 'title must not be blank')
  return title
}

/** An ISO 8601 date or date-time. */
export function readTime(path: string, text: string): Date {
  const time = parseIsoTime(text)
  const name = path.replace('/', '')
  if (time === null) throw invalid(path, `${name} must be an ISO 8601 date or date-time`)
  return new Date(time)
}

/** The last instant that a text names: of a date alone, that day's. */
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
    throw invalid('/metadata', 'metadata must be a text that holds valid JSON')
  }
  return text
}
