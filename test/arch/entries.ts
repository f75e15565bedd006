import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ExportDeclaration, SourceFile as Tree, Statement } from 'typescript'
import { readText, type SourceFile } from './source-files.js'

const ts = createRequire(import.meta.url)('typescript') as typeof import('typescript')

/** The source of each public entry of the package, by its path in the package. */
export const entryFiles = {
  plan: 'contract/entries/plan.ts',
  plugin: 'contract/entries/plugin.ts',
  storage: 'storage-adapters/entry.ts',
  contract: 'contract/entries/contract.ts',
} as const

export type EntryName = keyof typeof entryFiles

export interface EntryGroup {
  /** The comment above the group's first export, without its full stop; empty if there is none. */
  readonly title: string
  readonly names: readonly string[]
  /** Those names that are types alone. */
  readonly types: ReadonlySet<string>
}

const parsed = ({ path, text }: SourceFile): Tree =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** The `//` comment directly above a statement; empty if there is none. */
function titleOf(statement: Statement, text: string): string {
  const comment = (ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? []).at(-1)
  const said = comment === undefined ? '' : text.slice(comment.pos, comment.end)
  return said.startsWith('//') ? said.slice(2).trim().replace(/\.$/, '') : ''
}

function namesIn({ exportClause, isTypeOnly }: ExportDeclaration): readonly (readonly [string, boolean])[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements.map((one) => [one.name.text, isTypeOnly || one.isTypeOnly])
}

/** The file whose exports are all of this statement's: `export * from './plugin-stores.js'`; null for others. */
function partOf({ exportClause, moduleSpecifier }: ExportDeclaration, from: string): SourceFile | null {
  if (exportClause !== undefined || moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier))
    return null
  const path = join(dirname(from), moduleSpecifier.text.replace(/\.js$/, '.ts'))
  return { path, text: readText(path) }
}

/** The exports of an entry in their groups. Throws for a statement that is not a re-export. */
export function groupsOf(file: SourceFile): readonly EntryGroup[] {
  const groups: { title: string; names: string[]; types: Set<string> }[] = []
  for (const statement of parsed(file).statements) {
    if (!ts.isExportDeclaration(statement))
      throw new Error(`${file.path} may only re-export, but has "${statement.getText()}"`)
    const part = partOf(statement, file.path)
    if (part !== null) {
      groups.push(
        ...groupsOf(part).map(({ title, names, types }) => ({
          title,
          names: [...names],
          types: new Set(types),
        })),
      )
      continue
    }
    const title = titleOf(statement, file.text)
    if (title !== '' || groups.length === 0) groups.push({ title, names: [], types: new Set() })
    for (const [name, isType] of namesIn(statement)) {
      groups.at(-1)?.names.push(name)
      if (isType) groups.at(-1)?.types.add(name)
    }
  }
  return groups
}

/** The exports of an entry in their groups. */
export function entryGroups(entry: EntryName): readonly EntryGroup[] {
  const path = entryFiles[entry]
  return groupsOf({ path, text: readText(path) })
}

/** Sorted; a type is listed as `type Relation`. */
export const entryNames = (entry: EntryName): readonly string[] =>
  entryGroups(entry)
    .flatMap(({ names, types }) => names.map((name) => (types.has(name) ? `type ${name}` : name)))
    .sort()

/** The names that a source imports from the contract; `*` for all of them at once. */
export function contractImports(file: SourceFile): readonly string[] {
  if (!file.text.includes('contract/index.js')) return []
  return importsOf(file).flatMap(({ from, names }) => (from.endsWith('contract/index.js') ? names : []))
}

export interface Import {
  readonly from: string
  /** `*` stands for all of a module. */
  readonly names: readonly string[]
}

/** What a file imports or re-exports from relative paths. */
export function importsOf(file: SourceFile): readonly Import[] {
  return parsed(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const from = statement.moduleSpecifier
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith('.')) return []
    const named = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause
    const names =
      named === undefined || !('elements' in named)
        ? ['*']
        : named.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    return [{ from: from.text, names }]
  })
}
