import type { Circle } from './circle.js'

export const other: Circle = 1
