import { randomBytes, randomInt } from 'node:crypto'

/** Minimal bodies that routes accept. */
export const tile = { title: 'a tile', chart: 'line', question: { path: '/api/v1/metrics/dau' } }
export const line = { type: 'track', event: 'e', device_id: 'd' }
export const funnel = { steps: [{ event: 'a' }, { event: 'b' }] }
export const grouping = { group_by: 'country', size: { type: 'count' }, intensity: { type: 'unique_actors' } }
export const account = { email: 'admin@example.com', password: 'correct horse battery' }

/** A name that no other run has used. */
export const slug = (): string => `matrix-${randomInt(2 ** 40)}-${randomBytes(4).toString('hex')}`

export const monday = '2024-01-01,2024-01-01'
