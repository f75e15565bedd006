// The service and its pages while they are worked on: npm run dev. A save of a source compiles it and starts the service
// again; a save of a page shows at once (Vite). Data is kept in ./data; settings come from the environment as always.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { createServer } from 'vite'
import { ended, latestOf, watchCompiler } from './compile-watch.js'
import './copy-files.js'

/** What is the service's and not Vite's: the first parts of its addresses. */
const servicePaths = '^/(api|v1|otlp|prometheus|segment|posthog|docs|healthz|readyz|metrics|page-files)(/|$)'
const servicePort = process.env.PORT ?? '8080'
const pagesPort = 5173

let service = null
let closing = false

const restart = latestOf(async () => {
  await ended(service)
  if (closing) return
  service = spawn(process.execPath, ['--enable-source-maps', 'build/app/cli/main.js', 'start'], {
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: process.env.DATA_DIR ?? 'data', PORT: servicePort },
  })
})

const compiler = watchCompiler((errors) => {
  if (errors > 0) console.log(`${errors} errors; the service runs on as it was`)
  else restart()
})

// The compiler does not look at migrations and at the pages of plugins; Vite looks at the explorer.
const sources = watch('plugins', { recursive: true }, async (_, name) => {
  if (!/\.sql$|^(?!explorer\b)[^/\\]+[/\\]web\b/.test(name ?? '')) return
  await once(spawn(process.execPath, ['tools/copy-files.js'], { stdio: 'inherit' }), 'exit')
  restart()
})

const pages = await createServer({
  logLevel: 'error',
  server: {
    host: '127.0.0.1',
    port: pagesPort,
    // The document of a plugin's page is sandboxed, so it has no origin.
    cors: { origin: 'null' },
    proxy: { [servicePaths]: { target: `http://127.0.0.1:${servicePort}` } },
  },
})
await pages.listen()
console.log(
  `pages: ${pages.resolvedUrls?.local[0] ?? ''} (the service below them: http://127.0.0.1:${servicePort})`,
)

async function stop() {
  closing = true
  sources.close()
  await Promise.all([ended(compiler), ended(service), pages.close()])
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
