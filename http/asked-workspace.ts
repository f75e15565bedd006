import { invalid, notMember, type ServiceError } from '../contract/index.js'
import type { HttpContext } from './context.js'

/**
 * The workspace that a request names. If there is a problem, the credential is looked up first: an invalid
 * one is a 401.
 */
export interface AskedWorkspace {
  readonly id: string | null
  readonly problem?: ServiceError
}

const header = 'X-Workspace-ID'
const field = 'workspace_id'
/** The form of all ids; other values need not reach the records. */
const possible = /^[A-Za-z0-9_-]{1,128}$/

export function askedWorkspace(ctx: HttpContext, from: 'header' | 'body' | 'query'): AskedWorkspace {
  const path = from === 'header' ? header : field
  const given = read(ctx, from)
  if (given === '') return { id: null, problem: invalid(path, `${path} is required`) }
  if (!possible.test(given)) return { id: null, problem: notMember() }
  return { id: given }
}

function read(ctx: HttpContext, from: 'header' | 'body' | 'query'): string {
  switch (from) {
    case 'header':
      return ctx.get(header)
    case 'query':
      return new URLSearchParams(ctx.querystring).get(field) ?? ''
    case 'body': {
      const { body } = ctx.state.request
      const value: unknown =
        typeof body === 'object' && body !== null
          ? (body as Readonly<Record<string, unknown>>)[field]
          : undefined
      return typeof value === 'string' ? value : ''
    }
  }
}
