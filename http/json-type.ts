import { ServiceError } from '../contract/index.js'
import type { Step } from './context.js'
import type { CoreRoute } from './route.js'

const isJson = (type: string): boolean =>
  /^application\/(?:[\w!#$&^.+-]+\+)?json$/.test(type.split(';', 1)[0]?.trim().toLowerCase() ?? '')

/**
 * Requires a JSON Content-Type before the step that reads a JSON body. A page of another site can send text
 * or a form without a preflight, but not JSON. Ingestion accepts any type.
 */
export function jsonTyped(definition: CoreRoute['definition'], read: Step | null): Step | null {
  if (read === null || definition.raw !== undefined || definition.access.kind === 'ingest') return read
  return (ctx, next) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = ctx.req.headers
    const hasBody = coding !== undefined || Number(length) !== 0
    if (hasBody && !isJson(ctx.get('Content-Type'))) throw wrongType()
    return read(ctx, next)
  }
}

const wrongType = (): ServiceError => {
  const message = 'the header Content-Type must be application/json'
  return new ServiceError('VALIDATION_ERROR', message, { details: [{ path: 'Content-Type', message }] })
}
