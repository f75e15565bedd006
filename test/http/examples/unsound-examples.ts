import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { closeSchema } from '../../../http/close-schema.js'
import { dereferenced, referred } from '../references.js'

interface Exampled {
  readonly schema: object
  readonly example?: unknown
}
interface WithContent {
  readonly content?: Readonly<Record<string, Exampled>>
}
interface Operation {
  readonly operationId: string
  readonly parameters: readonly (Exampled & { readonly name: string; readonly required: boolean })[]
  readonly requestBody?: WithContent
  readonly responses: Readonly<Record<string, WithContent>>
}

/**
 * Returns what is wrong with the examples of an OpenAPI document, one line each: those that their schemas
 * reject, required parameters and bodies without one.
 */
export function unsoundExamples(document: { readonly paths: object }): readonly string[] {
  const ajv = new Ajv2020({ strict: false })
  ;(formats as unknown as typeof formats.default)(ajv)
  const problems: string[] = []

  function check(place: string, { schema, example }: Exampled, required: boolean): void {
    if (example === undefined) {
      if (required) problems.push(`${place}: no example`)
    } else if (!ajv.validate(closeSchema(dereferenced(document, schema)), example))
      problems.push(`${place}: ${ajv.errorsText()}`)
  }
  /** JSON needs an example, and so does the only type of a body. */
  const checkContent = (place: string, { content = {} }: WithContent): void => {
    const all = Object.entries(content)
    for (const [type, one] of all)
      if (type === 'application/json' || all.length === 1) check(place, one, true)
  }

  const items = Object.values(document.paths) as readonly Readonly<Record<string, Operation>>[]
  for (const { operationId, parameters, requestBody, responses } of items.flatMap((item) =>
    Object.values(item),
  )) {
    for (const given of parameters) {
      const parameter = referred(document, given) as typeof given
      check(
        `${operationId} ${parameter.name}`,
        parameter,
        parameter.required && parameter.name !== 'X-Workspace-ID',
      )
    }
    if (requestBody !== undefined) checkContent(`${operationId} body`, requestBody)
    for (const [status, response] of Object.entries(responses))
      if (!['207', '400', '503'].includes(status))
        checkContent(`${operationId} ${status}`, referred(document, response))
  }
  return problems
}
