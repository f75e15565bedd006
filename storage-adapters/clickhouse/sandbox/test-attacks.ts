import { readFileSync } from 'node:fs'

/** A statement of test/sandbox. The notes in sql_attacks.json explain `expect`. */
export interface Attack {
  readonly engine: 'clickhouse' | 'postgres' | 'both'
  readonly sql: string
  readonly why: string
  readonly expect?: 'bounded' | 'harmless'
}

interface Corpus {
  readonly attacks: readonly Attack[]
  readonly legitimate?: readonly Attack[]
}

const read = (name: string): Corpus => JSON.parse(readFileSync(`test/sandbox/${name}.json`, 'utf8')) as Corpus
const ours = ({ engine }: Attack): boolean => engine !== 'postgres'

export const legitimate: readonly Attack[] = (read('sql_attacks').legitimate ?? []).filter(ours)

/** Statements that are too large for the file. */
const bounded = (why: string, sql: string): Attack => ({ engine: 'clickhouse', sql, why, expect: 'bounded' })
const harmless = (why: string, sql: string): Attack => ({
  engine: 'clickhouse',
  sql,
  why,
  expect: 'harmless',
})
const rejected = (why: string, sql: string): Attack => ({ engine: 'clickhouse', sql, why })
const list = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(', ')
const doubled = (index: number): string =>
  `c${index} AS (SELECT 1 FROM ${index === 0 ? 'numbers(2)' : `c${index - 1} AS l, c${index - 1} AS r`})`

const large: readonly Attack[] = [
  rejected('brackets', `SELECT ${'('.repeat(500)}1${')'.repeat(500)}`),
  bounded('negations', `SELECT ${'NOT '.repeat(3_000)}1`),
  bounded('signs', `SELECT ${'(-'.repeat(1_000)}1${')'.repeat(1_000)}`),
  bounded('long sum', `SELECT ${Array(15_000).fill('1').join('+')}`),
  bounded('nested subqueries', `SELECT ${'(SELECT '.repeat(150)}1${')'.repeat(150)}`),
  bounded('nested tables', `SELECT * FROM ${'(SELECT * FROM '.repeat(150)}events_v1${')'.repeat(150)}`),
  bounded('long list', `SELECT 1 IN (${list(11_000, String)})`),
  bounded('many columns', `SELECT ${list(5_000, (index) => `1 AS a${index}`)}`),
  bounded('many parts', Array(4_000).fill('SELECT 1').join(' UNION ALL ')),
  bounded('nested arrays', `SELECT ${'['.repeat(300)}${']'.repeat(300)}`),
  bounded('nested calls', `SELECT ${'toString('.repeat(300)}1${')'.repeat(300)}`),
  harmless('large literal', `SELECT '${'x'.repeat(65_000)}'`),
  rejected('too large', `SELECT '${'x'.repeat(66_000)}'`),
  harmless('64 KB of line ends', `SELECT 1${'\n'.repeat(65_520)}`),
  rejected('more than 64 KB of line ends', `SELECT 1${'\n'.repeat(70_000)}`),
  harmless('64 KB of backslashes', `SELECT '${'\\\\'.repeat(32_000)}'`),
  harmless('large number', `SELECT ${'9'.repeat(60_000)}`),
  harmless('large exponent', `SELECT 1e${'9'.repeat(1_000)}`),
  rejected('large name', `SELECT \`${'a'.repeat(60_000)}\``),
  bounded('tables that double', `WITH ${list(30, doubled)} SELECT count() FROM c29`),
  bounded('sum of texts', `SELECT ${Array(1_000).fill("repeat('x', 1000000)").join(' || ')}`),
  bounded(
    'work before it runs',
    `SELECT length(${'reverse('.repeat(150)}repeat('x', 1000000)${')'.repeat(150)})`,
  ),
  bounded(
    'many patterns',
    `SELECT count() FROM events_v1 WHERE ${Array.from({ length: 2_000 }, (_, index) => `event_name LIKE '%${index}%'`).join(' OR ')}`,
  ),
]

export const attacks: readonly Attack[] = [
  ...read('sql_attacks').attacks.filter(ours),
  ...read('clickhouse-attacks').attacks,
  ...large,
]
