import type { TSchema } from 'typebox'
import { holdsNul, invalid } from '../contract/index.js'
import { parseQueryString } from '../core/question/query-string.js'
import type { CoreRoute } from './route.js'
import type { HttpContext, Step } from './context.js'
import type { Validator, Validators } from './validators.js'

const nothing = { type: 'object', properties: {} } as TSchema

/** Validates a handler's input with the route's own schemas; fields that they do not name are rejected. */
export function validate({ definition }: CoreRoute, validators: Validators): Step {
  const params = definition.params ? validators.ofTexts(definition.params, 'parameter') : null
  const query =
    definition.anyQuery === true ? null : validators.ofTexts(withWorkspace(definition), 'parameter')
  const body = definition.body ? validators.ofBody(definition.body) : null
  return (ctx, next) => {
    const { request } = ctx.state
    const asked = definition.anyQuery === true ? allTexts(ctx) : parseQueryString(ctx.querystring)
    if (asked.conditions.length > 0 && definition.conditions !== true)
      throw invalid('conditions', 'this endpoint takes no conditions in its query string')
    request.input = {
      params: params ? checkedTexts(params, paramsOf(ctx)) : {},
      query: query ? checkedTexts(query, { ...asked.parameters }) : asked.parameters,
      body: body ? body(request.body) : request.body,
      conditions: asked.conditions,
    }
    return next()
  }
}

const allTexts = (ctx: HttpContext) => ({
  parameters: Object.fromEntries(new URLSearchParams(ctx.querystring)),
  conditions: [],
})

/** A query string may also name the workspace or carry the key, if the route's access says so. */
function withWorkspace({ query, access }: CoreRoute['definition']): TSchema {
  const own: TSchema = query ?? nothing
  const text = { type: 'string' }
  if (access.kind === 'workspace' && access.from === 'query') return extended(own, { workspace_id: text })
  return access.kind === 'ingest' ? extended(own, { token: text }) : own
}

function extended(schema: TSchema, more: object): TSchema {
  const { properties = {} } = schema as { properties?: object }
  return { ...schema, properties: { ...more, ...properties } }
}

function checkedTexts(validator: Validator, texts: Readonly<Record<string, string>>): object {
  for (const [name, text] of Object.entries(texts)) if (text.includes('\0')) throw holdsNul(name)
  return validator(texts) as object
}

export const paramsOf = (ctx: HttpContext): Record<string, string> => ({
  ...(ctx as unknown as { params?: Record<string, string> }).params,
})
