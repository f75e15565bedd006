import t from 'tap'
import { sourceFiles, type SourceFile } from './source-files.js'
import {
  noAny,
  noEnvironment,
  noLongFiles,
  noSearchOfOwnSql,
  noSql,
  noTimeLimits,
  type SourceRule,
} from './source-rules.js'

const lines = (count: number): string => 'export {}\n'.repeat(count)

interface Rule {
  readonly name: string
  readonly rule: SourceRule
  /** Sources that violate the rule once each, and sources that follow it. */
  readonly broken: readonly SourceFile[]
  readonly kept: readonly SourceFile[]
}

const file = (path: string, text: string): SourceFile => ({ path, text })

const rules: readonly Rule[] = [
  {
    name: 'no file is over 300 lines',
    rule: noLongFiles,
    broken: [file('core/a.ts', lines(301)), file('test/a.test.ts', lines(301))],
    kept: [file('core/a.ts', lines(300)), file('plugins/a/examples.ts', lines(301))],
  },
  {
    name: 'no adapter searches the text of its own statements',
    rule: noSearchOfOwnSql,
    broken: [
      file('storage-adapters/clickhouse/a.ts', "export const a = query.text.includes('x')"),
      file('storage-adapters/postgres/a.ts', 'export const a = /x/.test(compiled.text)'),
    ],
    kept: [
      file('storage-adapters/clickhouse/a.ts', 'export const a = query.reads.includes(name)'),
      file('storage-adapters/clickhouse/sandbox/a.ts', "export const a = query.text.includes('x')"),
      file('storage-adapters/sql/a.test.ts', "export const a = query.text.includes('x')"),
    ],
  },
  {
    name: 'no any in the contract and in plugins',
    rule: noAny,
    broken: [
      file('plugins/a/a.ts', 'export const a: any = 1'),
      file('plugins/a/b.ts', 'export const f = (x: readonly any[]) => x'),
      file('contract/a.ts', 'export type A = Record<string, any>'),
    ],
    kept: [file('plugins/a/a.ts', "// any\nexport const a = 'any'"), file('http/a.ts', 'export let a: any')],
  },
  {
    name: 'the environment is read in config/ only',
    rule: noEnvironment,
    broken: [
      file('core/a.ts', "export const a = process.env['A']"),
      file('plugins/a/a.ts', "export const a = process['env']"),
      file('core/b.ts', "import { env } from 'node:process'\nexport const a = env"),
    ],
    kept: [file('config/a.ts', 'export const a = process.env'), file('core/a.test.ts', 'process.env')],
  },
  {
    name: 'tests have no time limits of their own',
    rule: noTimeLimits,
    broken: [
      file('core/a.test.ts', 't.setTimeout(1_000)'),
      file('test/a.test.ts', "await t.test('a', { timeout: 0, skip: false }, () => undefined)"),
    ],
    kept: [
      file('core/a.ts', 't.setTimeout(1)'),
      file('core/a.test.ts', "setTimeout(work, 1)\nt.test('a', () => flush({ timeout: 1 }))"),
    ],
  },
  {
    name: 'no SQL in plugins but in repositories',
    rule: noSql,
    broken: [
      file('plugins/a/a.ts', "export const a = 'SELECT id FROM users'"),
      file('plugins/a/b.ts', 'export const a = (n: string) => `delete from users where id = ${n}`'),
    ],
    kept: [
      file('plugins/a/users-repository.ts', "export const a = 'SELECT id FROM users'"),
      file(
        'plugins/a/a.ts',
        "// SELECT id FROM users\nexport const a = 'please select a range from the list'",
      ),
      file('storage-adapters/sql/a.ts', "export const a = 'SELECT id FROM users'"),
    ],
  },
]

const sources = sourceFiles()

t.test('the rules over sources', async (t) => {
  t.ok(sources.length > 100, `${sources.length} files are read`)
  for (const { name, rule } of rules) t.strictSame(rule(sources), [], name)
})

t.test('each rule can be broken', async (t) => {
  for (const { name, rule, broken, kept } of rules) {
    for (const one of broken) t.equal(rule([one]).length, 1, `${name}: ${one.path} breaks it`)
    t.strictSame(rule(kept), [], `${name}: what keeps it passes`)
  }
})
