import { circle } from './circle.js'

export const other = circle
