import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** The pages' sources: they are no part of the service's build. */
const folder = fileURLToPath(new URL('../../../plugins/explorer/web/', import.meta.url))

/** Loads a module of the pages that needs no browser: `question/filter-node.ts`. */
export async function pageCode<T>(path: string): Promise<T> {
  const { NODE_ENV } = process.env
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: `${folder}${path}`, formats: ['es'] } },
  })
  // Vite sets it if it is not set; other test files of the process must not see that.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const code = Buffer.from(output[0].code).toString('base64')
  return (await import(`data:text/javascript;base64,${code}`)) as T
}
