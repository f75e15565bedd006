import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'
import { viteBuild } from './vite-build.js'

/** The pages' sources: they are no part of the service's build. */
const folder = fileURLToPath(new URL('../../../plugins/explorer/web/', import.meta.url))

/** Loads a module of the pages that needs no browser: `question/filter-node.ts`. */
export async function pageCode<T>(path: string): Promise<T> {
  const built = await viteBuild({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: `${folder}${path}`, formats: ['es'] } },
  })
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  const code = Buffer.from(output[0].code).toString('base64')
  return (await import(`data:text/javascript;base64,${code}`)) as T
}
