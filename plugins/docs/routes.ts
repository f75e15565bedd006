import { readFile } from 'node:fs/promises'
import Type from 'typebox'
import { notFound, open, Reply, ServiceError, type Ask, type PluginHost } from '../../contract/index.js'

const tag = 'Operation'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sextant API</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#swagger-ui', validatorUrl: null })
`

/** The only files served, so that no name can lead anywhere else. */
const types = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
])

const kept = new Map<string, Promise<Buffer>>()

function fileOf(name: string): Promise<Buffer> {
  let content = kept.get(name)
  if (!content) {
    content = readFile(new URL(`swagger-ui/${name}`, import.meta.url))
    content.catch(() => kept.delete(name))
    kept.set(name, content)
  }
  return content
}

/** Swagger UI from disk, without external resources. */
export function registerRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/docs',
    summary: 'The API documentation page',
    tag,
    access: open,
    produces: ['text/html'],
    handle(ask) {
      requireOpen(ask)
      return Promise.resolve(new Reply(200, page, { 'Content-Type': 'text/html; charset=utf-8' }))
    },
  })
  host.route({
    method: 'GET',
    path: '/docs/assets/:file',
    summary: 'A file of the API documentation page',
    tag,
    access: open,
    params: Type.Object({ file: Type.String() }),
    produces: ['text/css', 'text/javascript', 'image/png'],
    async handle(ask, { params: { file } }) {
      requireOpen(ask)
      const type = file === 'start.js' ? 'text/javascript; charset=utf-8' : types.get(file)
      if (type === undefined) throw notFound('file')
      const content = file === 'start.js' ? start : await fileOf(file)
      return new Reply(200, content, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' })
    },
  })
}

function requireOpen({ settings: { docsPublic } }: Ask): void {
  if (!docsPublic) throw new ServiceError('FORBIDDEN', '/docs is closed; set DOCS_PUBLIC=true')
}
