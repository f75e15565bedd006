import { other } from './circle-back.js'

export const circle = other
