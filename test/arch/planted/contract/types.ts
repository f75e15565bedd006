import { gone } from './gone.js'

export const types = gone
