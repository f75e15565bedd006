import { events } from '../events/index.js'

export const users = events
