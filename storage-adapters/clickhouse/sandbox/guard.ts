import type { ServiceError } from '../../../core/contract/index.js'
import { wordsOf } from './tokens.js'
import { checkFrame, checkFrameWords } from './frames.js'
import { isAllowedFunction, tableFunctions } from './functions.js'
import { checkNeedle } from './needles.js'
import { checkColumnPatterns, checkPattern } from './patterns.js'
import { refuse } from './refuse.js'
import { nameOf, readTree, type TreeNode } from './tree.js'

export interface Guarded {
  /** Whether it is one plain SELECT: only then does the engine's `limit` cut its result and not those of its parts. */
  readonly plain: boolean
}

const onlySelect = (): ServiceError => refuse('Only one SELECT statement is allowed.')

/** A second operand that is a bare name is a table. */
const memberships: ReadonlySet<string> = new Set(['in', 'notin', 'nullin', 'notnullin'])

/** Their first argument is the name of an aggregate function. */
const byName: ReadonlySet<string> = new Set(['arrayreduce', 'arrayreduceinranges', 'initializeaggregation'])

/** Their last argument is the name of a type. */
const typed =
  /^(cast|accuratecast\w*|reinterpret|jsonextract(caseinsensitive)?|dynamicelement|variantelement)$/i

/**
 * Whether a statement may run: every part of it must be of a kind that is known to be harmless; whatever is not known
 * is refused. `canonical` is the statement as the engine writes it and `ast` its tree. `functions` are the names
 * of all functions of the server: the forbidden ones may not even be named, as a function may be passed by name.
 * `onCluster`: each shard joins its own rows on the left, and would add the right ones that it does not find, as all others do.
 * Throws VALIDATION_ERROR.
 */
export function guard(
  canonical: string,
  ast: string,
  functions: ReadonlySet<string>,
  onCluster = false,
): Guarded {
  const words = wordsOf(canonical)
  if (onCluster && words.outer)
    throw refuse('RIGHT, FULL and PASTE joins are not available on a cluster; turn the tables round.')
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  if (words.quoted.some((name) => /[\\\u0000-\u001f\u007f]/.test(name)))
    throw refuse('A name in quotes may hold no backslash and no control character.')
  checkColumnPatterns(canonical)
  checkFrameWords(canonical)
  const root = readTree(ast)
  if (root === null) throw refuseTree(ast)
  if (root.kind !== 'SelectWithUnionQuery' && root.kind !== 'SelectIntersectExceptQuery') throw onlySelect()
  let selects = 0
  const visit = (node: TreeNode, parent: TreeNode | null): void => {
    if (node.kind === 'SelectQuery') selects++
    check(node, parent, functions)
    for (const child of node.children) visit(child, node)
  }
  visit(root, null)
  if (selects !== words.selects) throw refuse('A part of the statement is not supported here.')
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
      // Further children are SETTINGS, FORMAT and INTO OUTFILE.
      if (node.children.length !== 1 || node.children[0]?.kind !== 'ExpressionList') throw onlySelect()
      return
    case 'TableIdentifier':
      checkTable(nameOf(node))
      return
    case 'Identifier':
      checkName(nameOf(node), functions)
      return
    case 'ColumnsExceptTransformer':
      if (node.children.length === 0) throw refuse('EXCEPT takes names of columns here, no pattern.')
      return
    case 'WindowDefinition':
      checkFrame(node)
      return
    case 'Literal':
      // States of aggregates come from aggregate functions only: made-up bytes could break the engine.
      if (/AggregateFunction/i.test(node.text))
        throw refuse('AggregateFunction is not available here as a type.')
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
    throw refuse(`Tables are named without a database: write ${quote(lastPart(name))}, not ${quote(name)}.`)
  if (!/^[\p{L}_][\p{L}\p{N}_ -]*$/u.test(name)) throw refuse(`There is no table ${quote(name)}.`)
}

/** Columns that every table has for the engine's own use: they tell of its files. */
const virtual =
  /(^|\.)_(shard|part|partition|table|database|sample|block|row|disk|distance|file|path)[a-z_]*$/

function checkName(name: string, functions: ReadonlySet<string>): void {
  if (virtual.test(name)) throw refuse(`There is no column ${quote(name)}.`)
  const plain = name.toLowerCase()
  if (functions.has(plain) && !isAllowedFunction(plain))
    throw refuse(`${quote(name)} is the name of a function that is not available here; use another name.`)
}

function checkTableFunction(name: string): void {
  if (!tableFunctions.has(name))
    throw refuse(
      `There is no table function ${quote(name)} here; there are ${[...tableFunctions].join(', ')}.`,
    )
}

function checkFunction(node: TreeNode): void {
  const name = nameOf(node)
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
    throw refuse(`${quote(name)} takes the name of an aggregate function as a literal text.`)
  if (typed.test(name) && last !== undefined && !isText(last))
    throw refuse(`${quote(name)} takes the name of a type as a literal text.`)
}

const isText = (node: TreeNode): boolean => node.kind === 'Literal' && node.text.startsWith("'")

const aggregateIn = ({ text }: TreeNode): string => /^'(\w+)/.exec(text)?.[1] ?? ''

const unknownFunction = (name: string): ServiceError =>
  refuse(`There is no function ${quote(name)} that could be used here.`)

function refuseTree(ast: string): ServiceError {
  if (/^ *ColumnsApplyTransformer/m.test(ast)) return refuse('APPLY is not available here.')
  if (/^ *Set$/m.test(ast)) return refuse('SETTINGS are not available here.')
  return /^Select/.test(ast) ? refuse('A part of the statement is not supported here.') : onlySelect()
}

const quote = (name: string): string => `"${name.slice(0, 100)}"`
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)
