import Koa from 'koa'

export const auth = new Koa()
