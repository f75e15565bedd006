// The types of sextant/client, generated from the OpenAPI document. `npm run docs` writes them.
import openapiTS, { astToString } from 'openapi-typescript'

export const typesFile = 'client/api.ts'

const head = `// Written by \`npm run docs\` from the OpenAPI document: the types of all requests and responses.
`

/**
 * Returns the text of the file. Examples of responses and the errors of each operation are left out; the client throws
 * every error as a SextantError. @param {object} document
 */
export async function clientTypes(document) {
  const options = { defaultNonNullable: false, silent: true }
  return head + astToString(await openapiTS(forClient(document), options))
}

/** The document as the client has it. It adds the workspace itself, and takes conditions as a list. */
function forClient(document) {
  const copy = JSON.parse(JSON.stringify(document))
  const { parameters, schemas } = copy.components
  parameters.WorkspaceHeader.required = false
  const { description, schema } = parameters.Conditions
  parameters.Conditions = {
    ...{ name: 'conditions', in: 'query', required: false, description },
    schema: { type: 'array', items: schema.additionalProperties },
  }
  copy.components.responses = {
    Failure: {
      description: 'An error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  }
  delete copy.components.headers
  for (const item of Object.values(copy.paths))
    for (const operation of Object.values(item)) operation.responses = responsesOf(operation)
  return { ...copy, components: { ...copy.components, schemas } }
}

function responsesOf({ responses }) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const kept = successes.map(([status, { description, content }]) => [
    status,
    { description, ...(content === undefined ? {} : { content: withoutExamples(content) }) },
  ])
  return { ...Object.fromEntries(kept), default: { $ref: '#/components/responses/Failure' } }
}

const withoutExamples = (content) =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }]))
