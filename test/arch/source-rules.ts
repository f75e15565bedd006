import ts from 'typescript'
import { isTest, type SourceFile } from './source-files.js'

/** A rule over sources; returns its violations, one line each. */
export type SourceRule = (files: readonly SourceFile[]) => readonly string[]

const longest = 300

const linesIn = ({ text }: SourceFile): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** The answers of a plugin's routes, which a test writes. */
const isWritten = ({ path }: SourceFile): boolean => /^plugins\/[^/]+\/examples\.ts$/.test(path)

export const noLongFiles: SourceRule = (files) =>
  files
    .filter((file) => linesIn(file) > longest && !isWritten(file))
    .map((file) => `${file.path}: ${linesIn(file)} lines, over ${longest}`)

export const noAny: SourceRule = (files) =>
  files
    .filter(({ path }) => /^(contract|plugins)\//.test(path))
    .flatMap((file) =>
      found(file, (node) => node.kind === ts.SyntaxKind.AnyKeyword).map((at) => `${at}: the type any`),
    )

/** Only config/ reads the environment; everything else gets settings. */
export const noEnvironment: SourceRule = (files) =>
  files
    .filter((file) => !file.path.startsWith('config/') && !isTest(file))
    .flatMap((file) => found(file, readsEnvironment).map((at) => `${at}: reads the environment`))

function readsEnvironment(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'env' && /^(globalThis\.)?process$/.test(node.expression.getText())
  if (ts.isElementAccessExpression(node))
    return (
      node.expression.getText() === 'process' && /^['"`]env['"`]$/.test(node.argumentExpression.getText())
    )
  if (ts.isImportDeclaration(node) && /^['"](node:)?process['"]$/.test(node.moduleSpecifier.getText()))
    return /\benv\b/.test(node.importClause?.getText() ?? '')
  return false
}

/** Statements in capitals anywhere, in lower case only at the start of a string. */
const capitals =
  /\b(SELECT\b[^]*\bFROM|INSERT\s+INTO|UPDATE\b[^]*\bSET|DELETE\s+FROM|(CREATE|ALTER|DROP|TRUNCATE)\s+(TABLE|INDEX|SCHEMA|DATABASE|VIEW))\b/
const small = new RegExp(`^.\\s*${capitals.source}`, 'i')

/**
 * The SQL editor of members, in the browser: its statements run with their rights, through POST /data/query.
 */
const sqlConsole = 'plugins/explorer/web/views/sql/'

/** Examples in the API description, which test/http/examples writes. */
const sqlExample = /^plugins\/(explain|explore)\/examples\.ts$/

/** Plugins query with plans; statements over their own records belong in their repositories. */
export const noSql: SourceRule = (files) =>
  files
    .filter((file) => file.path.startsWith('plugins/') && !isTest(file))
    .filter(
      ({ path }) =>
        !path.endsWith('-repository.ts') && !path.startsWith(sqlConsole) && !sqlExample.test(path),
    )
    .flatMap((file) => found(file, isSql).map((at) => `${at}: SQL outside a repository`))

/**
 * The compiled query says what a statement reads and which rules produced it; its text is for the engine
 * only.
 */
export const noSearchOfOwnSql: SourceRule = (files) =>
  files
    .filter((file) => /^storage-adapters\/(sql|clickhouse|postgres)\//.test(file.path) && !isTest(file))
    .filter(({ path }) => !path.includes('/sandbox/'))
    .flatMap((file) => found(file, searchesStatement).map((at) => `${at}: searches the text of a statement`))

function searchesStatement(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression: of, name } = node.expression
  if (/\b(query|compiled|statement)\.text$/.test(of.getText()))
    return /^(includes|indexOf|lastIndexOf|match|matchAll|search|startsWith|endsWith|split)$/.test(name.text)
  return (
    name.text === 'test' && /\b(query|compiled|statement)\.text$/.test(node.arguments[0]?.getText() ?? '')
  )
}

/** The runner ends hanging files (tools/run-files.js); a time limit within a test fails on a slow machine. */
export const noTimeLimits: SourceRule = (files) =>
  files
    .filter(isTest)
    .flatMap((file) => found(file, limitsTest).map((at) => `${at}: a time limit of a test's own`))

function limitsTest(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { expression: of, name } = node.expression
  if (name.text === 'setTimeout') return /^(t|root|test)$/.test(of.getText())
  return name.text === 'test' && node.arguments.some(hasTimeout)
}

const hasTimeout = (node: ts.Node): boolean =>
  ts.isObjectLiteralExpression(node) && node.properties.some((one) => one.name?.getText() === 'timeout')

const isSql = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) &&
  (capitals.test(node.getText()) || small.test(node.getText()))

/** Returns the locations of matching nodes in the file: `path:line`. */
function found(file: SourceFile, test: (node: ts.Node) => boolean): readonly string[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true)
  const places: string[] = []
  const visit = (node: ts.Node): void => {
    if (test(node))
      places.push(`${file.path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return places
}
