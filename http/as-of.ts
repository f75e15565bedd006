/**
 * The moment that a response describes: it includes everything acknowledged before, and ranges that end now
 * end then. Cached responses have it like fresh ones, because the data was checked and is unchanged.
 */
export const asOfHeader = 'X-As-Of'

/** The header in the API description. */
export const asOfDescription = {
  description:
    'The moment that a response with the workspace’s data describes, by the clock of the service. The response includes everything acknowledged before it',
  schema: { type: 'string', format: 'date-time' },
}
