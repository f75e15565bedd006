import {
  apiDescription,
  contractNumber,
  definePlugin,
  openIf,
  Reply,
  serviceRef,
} from '../../contract/index.js'
import { openApiDocument } from './document.js'
import { examples } from './examples.js'

/** The document as JSON, built at its first request. */
interface OpenApi {
  text(): string
}

const openApiRef = serviceRef<OpenApi>('openApi')

/** Describes the API of all plugins at /api/v1/openapi.json. */
export const openapi = definePlugin({
  name: 'openapi',
  contract: contractNumber,
  after: [],
  register(host) {
    host.examples(examples)
    host.service(openApiRef, (dependencies) => {
      let built: string | undefined
      return {
        text: () => (built ??= JSON.stringify(openApiDocument(dependencies.use(apiDescription).routes()))),
      }
    })
    host.route({
      method: 'GET',
      path: '/api/v1/openapi.json',
      summary: 'This API in OpenAPI 3.1',
      tag: 'Operation',
      access: openIf('docsPublic'),
      handle: (ask) =>
        Promise.resolve(
          new Reply(200, ask.use(openApiRef).text(), { 'Content-Type': 'application/json; charset=utf-8' }),
        ),
    })
  },
})
