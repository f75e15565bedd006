// Writes to build/ what tsc does not compile: the plugins' migrations and pages (also of those in test/third-party), next to
// the code that names them, the types of pages, and Swagger UI.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

for (const folder of ['plugins', 'test/third-party'])
  for (const plugin of readdirSync(folder, { withFileTypes: true })) {
    for (const from of ['migrations', 'page'].map((name) => `${folder}/${plugin.name}/${name}`)) {
      if (!plugin.isDirectory() || !existsSync(from)) continue
      const to = `build/${from}`
      rmSync(to, { recursive: true, force: true })
      cpSync(from, to, { recursive: true })
    }
  }

// Each module of a page is one of the build, so removing its types is all there is to do. Vite builds the explorer.
const { compilerOptions } = ts.readConfigFile('plugins/explorer/web/tsconfig.json', ts.sys.readFile).config
const moduleOptions = ts.convertCompilerOptionsFromJson(compilerOptions, '.').options
for (const plugin of readdirSync('plugins', { withFileTypes: true })) {
  const from = `plugins/${plugin.name}/web`
  if (!plugin.isDirectory() || plugin.name === 'explorer' || !existsSync(from)) continue
  const to = `build/${from}`
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const text = readFileSync(join(from, name), 'utf8')
    if (name.endsWith('.ts'))
      writeFileSync(
        join(to, name.replace(/\.ts$/, '.js')),
        ts.transpileModule(text, { compilerOptions: moduleOptions }).outputText,
      )
    else if (name.endsWith('.css')) writeFileSync(join(to, name), text)
  }
}

// sextant/page has types alone, in two files that import nothing else.
cpSync('plugins/explorer/web/page/contract.ts', 'build/contract/entries/page.d.ts')
cpSync('plugins/explorer/web/page/parts.ts', 'build/contract/entries/parts.d.ts')

// The package of Swagger UI has 11 MB, of which the page of the API documentation needs 1.6.
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const assets = 'build/plugins/docs/swagger-ui'
rmSync(assets, { recursive: true, force: true })
mkdirSync(assets, { recursive: true })
for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png', 'LICENSE', 'NOTICE'])
  cpSync(join(swaggerUi, file), join(assets, file))
