import Koa from 'koa'
import { users } from '../users.js'

export const page = [Koa, users]
