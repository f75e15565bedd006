import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { closeSchema } from '../../http/close-schema.js'
import { routeTable } from '../../http/route-table.js'
import type { Registry } from '../../core/kernel/registries.js'
import type { Called } from './request.js'

const ajv = new Ajv2020({ strict: false })
/** Routes of built-in plugins share their schemas across the services of a process. */
const compiled = new WeakMap<object, ValidateFunction>()

/** Closed, like the schemas of requests: a member that the schema does not name is a mistake. */
function checkOf(schema: TSchema): ValidateFunction {
  const check = compiled.get(schema) ?? ajv.compile(closeSchema(schema))
  compiled.set(schema, check)
  return check
}

/**
 * Returns a check of responses, which throws if a JSON body differs from the schema that its route declares for
 * its status. Errors, files and routes without a schema pass.
 */
export function declaredAnswers(registry: Registry) {
  const routes = routeTable(registry).map(({ definition }) => ({
    definition,
    pattern: new RegExp(`^${definition.path.replaceAll(/:[^/]+/g, '[^/]+')}$`),
  }))

  return (method: string, path: string, { status, headers, body }: Called): void => {
    if (headers.get('content-type')?.startsWith('application/json') !== true) return
    const asked = path.split('?')[0] ?? ''
    const found = routes.find(
      ({ definition, pattern }) => definition.method === method && pattern.test(asked),
    )
    if (found === undefined) return
    const { status: usual = 200, response, otherwise = {} } = found.definition
    const schema = status === usual ? response : otherwise[status]
    if (schema === undefined) return
    const check = checkOf(schema)
    if (check(body)) return
    throw new Error(
      `${method} ${path}: ${status} differs from its schema: ${ajv.errorsText(check.errors)} ${JSON.stringify(body).slice(0, 500)}`,
    )
  }
}
