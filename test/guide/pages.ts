import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readText, root } from '../arch/source-files.js'

/** The pages of the guide, by the folder of their example. */
export const guidePages = ['metric', 'feature', 'operator', 'storage'] as const
export type GuidePage = (typeof guidePages)[number]

export interface GuideFile {
  /** `src/index.ts` */
  readonly path: string
  readonly text: string
}

/** Returns the files of a page: each fenced block with a path after its language. Throws if a path occurs twice. */
export function filesOf(page: string): readonly GuideFile[] {
  const blocks = [...page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)]
  const files = blocks.map(([, path = '', text = '']) => ({ path, text }))
  const twice = files.find(({ path }, index) => files.findIndex((file) => file.path === path) !== index)
  if (twice !== undefined) throw new Error(`${twice.path} occurs twice`)
  return files
}

/** Writes the example of each page into a folder: a package in `src/<page>`, compiled to `build/<page>`. */
export function writeExamples(folder: string, pages: readonly GuidePage[] = guidePages): void {
  for (const page of pages)
    for (const { path, text } of filesOf(readText(`docs/guide/${page}.md`)))
      write(join(folder, targetOf(page, path)), text)
  write(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
}

/** TypeScript is compiled to build/<page>/src; other files (migrations) lie beside it, where the program looks for them. */
const targetOf = (page: GuidePage, path: string): string =>
  path.endsWith('.ts') ? `src/${page}/${path}` : `build/${page}/${path}`

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The strict options of an author, for all examples at once. */
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noUnusedLocals: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'build',
    noEmitOnError: true,
  },
  include: ['src'],
}

/** Links the packages that an author installs to those of the project: sextant is the build. */
export function linkPackages(folder: string): void {
  write(join(folder, 'package.json'), '{ "type": "module" }\n')
  const packages = { sextant: root, ...own('typebox', 'fast-check', '@types/node', 'undici-types') }
  for (const [name, target] of Object.entries(packages)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
}

const own = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, join(root, 'node_modules', name)]))
