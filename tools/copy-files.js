// Copies to build/ the files that tsc does not compile: the plugins' migrations (and pages of those in test/third-party), next to the code that names them, and Swagger UI.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

for (const folder of ['plugins', 'test/third-party'])
  for (const plugin of readdirSync(folder, { withFileTypes: true })) {
    for (const from of ['migrations', 'page'].map((name) => `${folder}/${plugin.name}/${name}`)) {
      if (!plugin.isDirectory() || !existsSync(from)) continue
      const to = `build/${from}`
      rmSync(to, { recursive: true, force: true })
      cpSync(from, to, { recursive: true })
    }
  }

// The package of Swagger UI has 11 MB, of which the page of the API documentation needs 1.6.
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const assets = 'build/plugins/docs/swagger-ui'
rmSync(assets, { recursive: true, force: true })
mkdirSync(assets, { recursive: true })
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE'])
  cpSync(join(swaggerUi, file), join(assets, file))
