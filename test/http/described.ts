import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { closeSchema } from '../../http/close-schema.js'
import type { Called } from '../support/request.js'
import { dereferenced, referred } from './references.js'

interface Answered {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

/** The part of an OpenAPI document that is read here; a `$ref` may stand for any object. */
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Answered>> }>>>
  >
}

/**
 * Returns what a service's description (/api/v1/openapi.json) omits of a response; null if it describes
 * everything.
 */
export function describedBy(document: Document) {
  const ajv = new Ajv2020({ strict: false })
  const known = new Map<object, ValidateFunction>()
  /** Closed, like the validated schemas: an undescribed member is an error. */
  function checkOf(schema: object): ValidateFunction {
    const check = known.get(schema) ?? ajv.compile(closeSchema(dereferenced(document, schema)))
    known.set(schema, check)
    return check
  }

  /** `path`: the route's pattern. */
  return (method: string, path: string, { status, headers, body }: Called): string | null => {
    const described = document.paths[path.replaceAll(/:([^/]+)/g, '{$1}')]?.[method.toLowerCase()]
    const found = described?.responses[status]
    if (found === undefined) return `${method} ${path}: ${status} is not described`
    const answer = referred(document, found) as Answered
    const [type = ''] = (headers.get('content-type') ?? '').split(';')
    if (status === 204) return type === '' ? null : `${method} ${path}: a 204 has a body`
    const content = answer.content?.[type]
    if (content === undefined) return `${method} ${path}: ${status} as ${type} is not described`
    if (type !== 'application/json') return null
    const check = checkOf(content.schema)
    if (check(body)) return null
    return `${method} ${path}: ${status} ${ajv.errorsText(check.errors)} ${JSON.stringify(body).slice(0, 300)}`
  }
}
