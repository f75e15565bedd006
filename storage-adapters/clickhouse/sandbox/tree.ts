/** A node of the engine's syntax tree as `EXPLAIN AST` prints it: one line each, indented by its depth. */
export interface TreeNode {
  readonly kind: string
  /** What stands behind the kind: a name, a literal, an alias. */
  readonly text: string
  readonly children: readonly TreeNode[]
}

/** The kinds of nodes that are known to show all that is inside them. */
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
 * Reads the tree, or null if a line is not as expected or a node is of another kind. Names stand in the lines as they
 * are; they hold no line ends (see tokens.ts), so that they cannot look like a node, and a name that looks like a
 * count of children does not fit the lines that follow.
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

/** The name at the beginning of a node's text: without its alias. */
export const nameOf = ({ text }: TreeNode): string => text.replace(/ \(alias .*\)$/s, '')

/** The text of a literal as it is meant, without the engine's escapes; null for all other nodes. */
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
