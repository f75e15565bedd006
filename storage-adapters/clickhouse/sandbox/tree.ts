/** A node of the engine's syntax tree, as EXPLAIN AST prints it: one line per node, indented by depth. */
export interface TreeNode {
  readonly kind: string
  /** The text after the kind: a name, a literal, an alias. */
  readonly text: string
  readonly children: readonly TreeNode[]
}

/** Kinds of nodes that are known to show everything inside them. */
const kinds: ReadonlySet<string> = new Set([
  'SelectWithUnionQuery',
  'SelectIntersectExceptQuery',
  'SelectQuery',
  'ExpressionList',
  'Identifier',
  'TableIdentifier',
  'Literal',
  'Function',
  'Subquery',
  'TablesInSelectQuery',
  'TablesInSelectQueryElement',
  'TableExpression',
  'TableJoin',
  'ArrayJoin',
  'OrderByElement',
  'InterpolateElement',
  'WithElement',
  'Asterisk',
  'QualifiedAsterisk',
  'ColumnsRegexpMatcher',
  'ColumnsListMatcher',
  'QualifiedColumnsRegexpMatcher',
  'QualifiedColumnsListMatcher',
  'ColumnsTransformerList',
  'ColumnsExceptTransformer',
  'ColumnsReplaceTransformer',
  'ColumnsReplaceTransformer::Replacement',
  'WindowDefinition',
  'WindowListElement',
  'SampleRatio',
])

/**
 * Parses the tree. Returns null if a line has an unexpected form or a node an unknown kind. Names appear in
 * lines unescaped. They contain no newlines (see tokens.ts), so they cannot look like a node; a name that
 * looks like a count of children contradicts the following lines. Example:
 *
 *   SelectWithUnionQuery (children 1)
 *    ExpressionList (children 1)
 *     SelectQuery (children 1)
 */
export function readTree(text: string): TreeNode | null {
  const lines = text.split('\n').filter((line) => line !== '')
  let place = 0
  const read = (depth: number): TreeNode | null => {
    const line = lines[place] ?? ''
    const match = /^( *)([A-Za-z:]+)(?: (.*))?$/s.exec(line)
    const [, indent = '', kind = '', rest = ''] = match ?? []
    if (match === null || indent.length !== depth || !kinds.has(kind)) return null
    place++
    const counted = /^(.*?)(?: ?\(children (\d+)\))?$/s.exec(rest)
    const wanted = Number(counted?.[2] ?? 0)
    const children: TreeNode[] = []
    while (/^ */.exec(lines[place] ?? '')?.[0].length === depth + 1) {
      const child = read(depth + 1)
      if (child === null) return null
      children.push(child)
    }
    if (children.length !== wanted) return null
    return { kind, text: counted?.[1] ?? '', children }
  }
  const root = read(0)
  return place === lines.length ? root : null
}

/** Returns the name at the beginning of a node's text, without its alias. */
export const nameOf = ({ text }: TreeNode): string => text.replace(/ \(alias .*\)$/s, '')

/** Returns the unescaped value of a string literal, or null for other nodes. */
export function textOf({ kind, text }: TreeNode): string | null {
  const written = kind === 'Literal' ? /^'((?:[^'\\]|\\.)*)'/s.exec(text)?.[1] : undefined
  return written?.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) ?? null
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '0': '\0',
}
