import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** Relative to the checkout's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The checkout's root: these tests run in build/ and read the sources. */
export const root = fileURLToPath(new URL('../../../', import.meta.url))

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

const folders = [
  'app',
  'client',
  'contract',
  'core',
  'http',
  'plugins',
  'storage-adapters',
  'config',
  'test',
  'bench',
]

/** Returns all TypeScript files of the checkout except the planted violations and the generated types of clients. */
export function sourceFiles(): readonly SourceFile[] {
  return folders
    .flatMap(pathsBelow)
    .filter(
      (path) => /\.tsx?$/.test(path) && !path.startsWith('test/arch/planted/') && path !== 'client/api.ts',
    )
    .map((path) => ({ path, text: readText(path) }))
}

function pathsBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })
}

/** Whether it is a test or a test helper, which production code never imports. */
export const isTest = ({ path }: SourceFile): boolean =>
  /\.test\.ts$|\/test-[^/]+\.ts$|^(test|bench)\//.test(path)
