/**
 * The moment an answer is of: it holds everything that was acknowledged before, and ranges that end now end then. Kept answers
 * have it like fresh ones, because the data was looked at and is the same.
 */
export const asOfHeader = 'X-As-Of'

/** For the description of the API. */
export const asOfDescription = {
  description:
    'Of answers that are made of the workspace’s data: the moment they are of, by the clock of the service. Everything acknowledged before it is in them',
  schema: { type: 'string', format: 'date-time' },
}
