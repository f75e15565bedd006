import { settingNames, settingSchemas } from '../../config/schema.js'
import { errorCatalogue } from '../../contract/index.js'
import { titleOf } from '../../http/metric-list.js'
import { argumentOf, pathOf } from '../../http/metric-schema.js'
import { loadPlugins } from '../../core/kernel/load-plugins.js'
import { builtInPlugins } from '../../plugins/index.js'
import { entryGroups, type EntryName } from './entries.js'

/**
 * A part of a page that is generated from the code (npm run docs) and compared with it by documents.test.ts.
 */
export interface Table {
  readonly page: string
  readonly name: string
  readonly rows: readonly string[]
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const headed = (titles: readonly string[], rows: readonly string[]): readonly string[] => [
  row(...titles),
  `|${'---|'.repeat(titles.length)}`,
  ...rows,
]

interface Described {
  readonly default?: string | number | boolean
  readonly description?: string
}

/** The settings of the service, then those of its plugins. */
function settings(): readonly string[] {
  const own = settingNames.map((name) => ({ name, ...(settingSchemas[name] as Described) }))
  const declared = [...loadPlugins(builtInPlugins).settings.values()].map(({ definition }) => ({
    name: definition.name,
    default: definition.default as Described['default'],
    description: definition.description,
  }))
  return [...own, ...declared].map(({ name, default: given, description = '' }) => {
    const value = given === undefined || given === '' ? '' : `\`${given}\``
    return row(`\`${name}\``, value, description)
  })
}

function metrics(): readonly string[] {
  return [...loadPlugins(builtInPlugins).metrics.values()].map(({ definition }) => {
    const argument = argumentOf(definition)
    const key = argument === null ? definition.key : `${definition.key}:${argument}`
    return row(titleOf(definition), `\`${key}\``, `/metrics/${pathOf(definition)}`, definition.summary)
  })
}

const errors = (): readonly string[] =>
  Object.entries(errorCatalogue).map(([code, { status, meaning }]) =>
    row(`\`${code}\``, String(status), meaning),
  )

/** The names of an entry, one row a group. Groups of the same title are one. */
function entry(name: EntryName): readonly string[] {
  const groups = new Map<string, readonly string[]>()
  for (const { title, names } of entryGroups(name))
    groups.set(title, [...(groups.get(title) ?? []), ...names.map((one) => `\`${one}\``)])
  return headed(
    ['For', 'Names'],
    [...groups].map(([title, names]) => row(title, names.join(', '))),
  )
}

const contractPage = 'docs/plugin-contract.md'

export const tables = (): readonly Table[] => [
  { page: 'docs/metrics.md', name: 'metrics', rows: headed(['Name', 'Key', 'Path', 'Answers'], metrics()) },
  { page: 'docs/settings.md', name: 'settings', rows: headed(['Setting', 'Default', 'Meaning'], settings()) },
  { page: 'docs/errors.md', name: 'errors', rows: headed(['Code', 'Status', 'Meaning'], errors()) },
  { page: contractPage, name: 'entry-plan', rows: entry('plan') },
  { page: contractPage, name: 'entry-plugin', rows: entry('plugin') },
  { page: contractPage, name: 'entry-storage', rows: entry('storage') },
]

/** Returns the page with the table's rows between its two marks; null if it has no such marks. */
export function withTable(page: string, { name, rows }: Table): string | null {
  const [start, end] = [`<!-- ${name}: npm run docs -->`, `<!-- /${name} -->`]
  const from = page.indexOf(start)
  const to = page.indexOf(end)
  if (from === -1 || to < from) return null
  return `${page.slice(0, from + start.length)}\n${rows.join('\n')}\n${page.slice(to)}`
}
