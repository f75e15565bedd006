import type { ServiceError } from '../../../contract/index.js'
import { wordsOf } from './tokens.js'
import { checkFrame, checkFrameWords } from './frames.js'
import { isAllowedFunction, tableFunctions } from './functions.js'
import { checkNeedle } from './needles.js'
import { checkColumnPatterns, checkPattern } from './patterns.js'
import { noForm, noSettings, onlyOneSelect, reject } from './refuse.js'
import { nameOf, readTree, type TreeNode } from './tree.js'

/** The result of the guard. */
export interface Guarded {
  /**
   * Whether it is one plain SELECT: only then does the `limit` setting cut the whole result instead of each
   * part.
   */
  readonly plain: boolean
}

const onlySelect = (): ServiceError => reject(onlyOneSelect)

/** Functions whose second operand, if it is a bare name, is a table. */
const memberships: ReadonlySet<string> = new Set(['in', 'notin', 'nullin', 'notnullin'])

/** Functions whose first argument is the name of an aggregate function. */
const byName: ReadonlySet<string> = new Set(['arrayreduce', 'arrayreduceinranges', 'initializeaggregation'])

/** Functions whose last argument is the name of a type. */
const typed =
  /^(cast|accuratecast\w*|reinterpret|jsonextract(caseinsensitive)?|dynamicelement|variantelement)$/i

/**
 * Checks that a statement may run: every part must be of a kind that is known to be harmless; anything
 * unknown is rejected. `canonical` is the statement as the engine formats it, and `ast` its syntax tree.
 * `functions` are the names of all functions of the server: forbidden ones must not even be named, because a
 * function may be passed by name. On a cluster, each shard joins its own left rows; outer joins are rejected,
 * because every shard would add the right rows that it does not match. Throws VALIDATION_ERROR.
 */
export function guard(
  canonical: string,
  ast: string,
  functions: ReadonlySet<string>,
  onCluster = false,
): Guarded {
  const words = wordsOf(canonical)
  if (onCluster && words.outer)
    throw reject('RIGHT, FULL and PASTE joins are not available on a cluster; swap the tables')
  // eslint-disable-next-line no-control-regex -- matches control characters on purpose
  if (words.quoted.some((name) => /[\\\u0000-\u001f\u007f]/.test(name)))
    throw reject('a quoted name must not contain backslashes or control characters')
  checkColumnPatterns(canonical)
  checkFrameWords(canonical)
  const root = readTree(ast)
  if (root === null) throw rejectTree(ast)
  if (root.kind !== 'SelectWithUnionQuery' && root.kind !== 'SelectIntersectExceptQuery') throw onlySelect()
  let selects = 0
  const visit = (node: TreeNode, parent: TreeNode | null): void => {
    if (node.kind === 'SelectQuery') selects++
    check(node, parent, functions)
    for (const child of node.children) visit(child, node)
  }
  visit(root, null)
  if (selects !== words.selects) throw reject(noForm)
  for (const name of words.called)
    if (!isAllowedFunction(name) && !tableFunctions.has(name)) throw unknownFunction(name)
  const [list] = root.children
  const [only, second] = list?.children ?? []
  return {
    plain: root.kind === 'SelectWithUnionQuery' && only?.kind === 'SelectQuery' && second === undefined,
  }
}

function check(node: TreeNode, parent: TreeNode | null, functions: ReadonlySet<string>): void {
  switch (node.kind) {
    case 'SelectWithUnionQuery':
      // Other children are SETTINGS, FORMAT and INTO OUTFILE.
      if (node.children.length !== 1 || node.children[0]?.kind !== 'ExpressionList') throw onlySelect()
      return
    case 'TableIdentifier':
      checkTable(nameOf(node))
      return
    case 'Identifier':
      checkName(nameOf(node), functions)
      return
    case 'ColumnsExceptTransformer':
      if (node.children.length === 0) throw reject('EXCEPT requires column names, not a pattern')
      return
    case 'WindowDefinition':
      checkFrame(node)
      return
    case 'Literal':
      // Aggregate states may come from aggregate functions only: forged bytes could crash the engine.
      if (/AggregateFunction/i.test(node.text)) throw reject('AggregateFunction is not available as a type')
      return
    case 'Function':
      if (parent?.kind === 'TableExpression') checkTableFunction(nameOf(node))
      else checkFunction(node)
      return
    default:
      return
  }
}

function checkTable(name: string): void {
  if (name.includes('.'))
    throw reject(
      `a table must be named without its database; write ${quote(lastPart(name))}, not ${quote(name)}`,
    )
  if (!/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(name)) throw reject(`unknown table ${quote(name)}`)
}

/** Virtual columns of every table, which reveal the engine's files. */
const virtual =
  /(^|\.)_(shard|part|partition|table|database|sample|block|row|disk|distance|file|path)[a-z_]*$/

function checkName(name: string, functions: ReadonlySet<string>): void {
  if (virtual.test(name)) throw reject(`unknown column ${quote(name)}`)
  const plain = name.toLowerCase()
  if (functions.has(plain) && !isAllowedFunction(plain))
    throw reject(`${quote(name)} is the name of a function that is not available; use another name`)
}

function checkTableFunction(name: string): void {
  if (!tableFunctions.has(name))
    throw reject(
      `table function ${quote(name)} is not available; use one of ${[...tableFunctions].join(', ')}`,
    )
}

function checkFunction(node: TreeNode): void {
  const name = nameOf(node)
  // A bound parameter that is no string; in the text, the name is rejected as that of any unlisted function.
  if (name === '_CAST' && node.children[0]?.children.every(({ kind }) => kind === 'Literal') === true) return
  if (!isAllowedFunction(name)) throw unknownFunction(name)
  const args = node.children[0]?.children ?? []
  checkPattern(name, args)
  checkNeedle(name, args)
  const last = node.children[0]?.children.at(-1)
  if (memberships.has(name.toLowerCase()) && last?.kind === 'Identifier') checkTable(nameOf(last))
  const first = node.children[0]?.children[0]
  if (
    byName.has(name.toLowerCase()) &&
    !(first !== undefined && isText(first) && isAllowedFunction(aggregateIn(first)))
  )
    throw reject(`${quote(name)} requires the name of an aggregate function as a string literal`)
  if (typed.test(name) && last !== undefined && !isText(last))
    throw reject(`${quote(name)} requires the name of a type as a string literal`)
}

const isText = (node: TreeNode): boolean => node.kind === 'Literal' && node.text.startsWith("'")

const aggregateIn = ({ text }: TreeNode): string => /^'(\w+)/.exec(text)?.[1] ?? ''

const unknownFunction = (name: string): ServiceError => reject(`function ${quote(name)} is not available`)

function rejectTree(ast: string): ServiceError {
  if (/^ *ColumnsApplyTransformer/m.test(ast)) return reject('APPLY is not available')
  if (/^ *Set$/m.test(ast)) return reject(noSettings)
  return /^Select/.test(ast) ? reject(noForm) : onlySelect()
}

const quote = (name: string): string => `"${name.slice(0, 100)}"`
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
