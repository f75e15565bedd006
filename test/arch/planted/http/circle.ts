import { other } from './circle-back.js'

export type Circle = number
export const circle: Circle = other
