import { respond } from './respond.test.js'
import t from 'tap'

export const tested = [respond, t]
