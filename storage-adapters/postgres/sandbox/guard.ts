import { lines } from './position.js'
import { invalidQuery, noForm, parse, tooComplex } from './parse.js'
import { putValues, type BoundStatement } from './parameters.js'
import { needleFault, operandFault } from './needles.js'
import { readable, readableColumns } from './views.js'
import { shadowedOperators } from './shadows.js'
import { functions, harmless, operators, types } from './vocabulary.js'
import { strings, walk, type Body } from './walk.js'

/**
 * The names that `a.name` or `(a).name` could call or cast to: the
 * server's functions of one argument, and its types.
 */
export type Callable = ReadonlySet<string>

const clocks = /^SVFOP_(CURRENT_DATE|(CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP)(_N)?)$/
/** System columns: they reveal writes anywhere on the server. */
const systemColumns = new Set(['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'])

const onlySelectInWith = 'WITH may contain only SELECT'

/** Messages for rejected nodes and fields, by the parser's name for them. */
const phrases: Readonly<Record<string, string>> = {
  intoClause: 'SELECT INTO is not supported',
  lockingClause: 'FOR UPDATE and FOR SHARE are not supported',
  ParamRef: 'parameters ($1) are not supported; write literals',
  XmlExpr: 'XML is not supported',
  XmlSerialize: 'XML is not supported',
  RangeTableFunc: 'XML is not supported',
  RangeTableSample: 'TABLESAMPLE is not supported',
  depth: tooComplex,
  InsertStmt: onlySelectInWith,
  UpdateStmt: onlySelectInWith,
  DeleteStmt: onlySelectInWith,
  MergeStmt: onlySelectInWith,
}

/**
 * Resolves if the text is one SELECT that reads only the readable tables and calls only
 * functions and operators of the vocabulary. Rejects with VALIDATION_ERROR otherwise,
 * with the same message for hidden and for missing tables. Parameters are checked as literals of their values.
 */
export async function guard(
  text: string,
  callable: Callable,
  { values, origin }: Omit<BoundStatement, 'text'> = { values: [], origin: null },
): Promise<void> {
  const tree = await parse(text, origin)
  putValues(tree, values)
  const places = lines(text, origin)
  const reject = (message: string, place: number): never => {
    throw invalidQuery(`${message}${places.shown(places.atByte(place))}`)
  }

  const tables = new Set<string>(readable)
  walk(
    tree,
    (kind, body) => {
      const name = body['ctename']
      // A CTE's name is allowed in the whole statement, even outside its scope, so it must not name a
      // relation of pg_catalog; those all begin with pg_.
      if (kind === 'CommonTableExpr' && typeof name === 'string' && !name.startsWith('pg_')) tables.add(name)
    },
    (name, place) => reject(phrases[name] ?? noForm, place),
  )

  const rules: Readonly<Record<string, (body: Body, place: number) => void>> = {
    CommonTableExpr(body, place) {
      if (!tables.has(String(body['ctename']))) reject('names that begin with pg_ are not available', place)
      const query = body['ctequery'] as Body | undefined
      if (query?.['SelectStmt'] === undefined) reject(onlySelectInWith, place)
    },
    RangeVar(body, place) {
      const name = body['relname']
      const qualified = body['schemaname'] !== undefined || body['catalogname'] !== undefined
      if (qualified || typeof name !== 'string' || !tables.has(name)) reject(noTable, place)
    },
    RangeFunction(body, place) {
      // `FROM CAST($1 AS text)`: Postgres takes a cast for a function here.
      if (values.length > 0 && JSON.stringify(body['functions']).startsWith('[{"List":{"items":[{"TypeCast"'))
        reject('a parameter can stand only where a value may', place)
    },
    ColumnRef(body, place) {
      const fields = Array.isArray(body['fields']) ? (body['fields'] as readonly Body[]) : []
      const names = strings(fields.filter((field) => field['A_Star'] === undefined)) ?? []
      const star = fields.length - names.length
      if (names.length + star > 2 || star > 1) reject(noTable, place)
      const [first, second] = names
      if (systemColumns.has(second ?? first ?? '')) reject('system columns are not available', place)
      if (second !== undefined) checkMember(second, place)
    },
    A_Indirection(body, place) {
      const steps = Array.isArray(body['indirection']) ? (body['indirection'] as readonly Body[]) : []
      for (const name of strings(steps.filter((step) => step['String'] !== undefined)) ?? [''])
        checkMember(name, place)
    },
    FuncCall(body, place) {
      const name = inCatalog(body['funcname'])
      if (name === null || !functions.has(name)) return reject(noFunction(body['funcname']), place)
      const fault = needleFault(name, body['args'])
      if (fault !== null) reject(fault, place)
    },
    TypeName(body, place) {
      const name = inCatalog(body['names'])
      if (name === null || !types.has(name)) reject('unknown type', place)
    },
    A_Expr(body, place) {
      if (/^AEXPR_(NOT_)?BETWEEN/.test(String(body['kind']))) return
      checkOperator(body['name'], place)
      checkOperands(body['name'], body['lexpr'], body['rexpr'], place)
    },
    SortBy: (body, place) => checkOperator(body['useOp'], place),
    SubLink(body, place) {
      checkOperator(body['operName'], place)
      checkOperands(body['operName'], body['testexpr'], null, place)
    },
    CollateClause(body, place) {
      if (inCatalog(body['collname']) === null) reject('unknown collation', place)
    },
    SQLValueFunction(body, place) {
      if (!clocks.test(String(body['op']))) reject('this function is not supported', place)
    },
  }

  function checkOperator(names: unknown, place: number): void {
    if (names === undefined) return
    const name = inCatalog(names)
    const qualified = Array.isArray(names) && names.length > 1
    if (name === null || !operators.has(name) || (qualified && shadowedOperators.has(name)))
      reject('this operator is not supported', place)
  }

  function checkOperands(names: unknown, left: unknown, right: unknown, place: number): void {
    const fault = operandFault(inCatalog(names) ?? '', left, right)
    if (fault !== null) reject(fault, place)
  }

  /**
   * If there is no column of this name, Postgres calls the function or
   * casts to the type, without a call in the tree.
   */
  function checkMember(name: string, place: number): void {
    const safe = functions.has(name) || types.has(name) || harmless.has(name) || readableColumns.has(name)
    if (name.startsWith('pg_') || (callable.has(name) && !safe)) reject(`unknown column "${name}"`, place)
  }

  walk(
    tree,
    (kind, body, place) => rules[kind]?.(body, place),
    (name, place) => reject(phrases[name] ?? noForm, place),
  )
}

/** The name in pg_catalog that a qualified name refers to; null if it may refer to another schema. */
function inCatalog(names: unknown): string | null {
  const [first, second, ...more] = strings(names) ?? []
  if (first === undefined || more.length > 0) return null
  if (second === undefined) return first
  return first === 'pg_catalog' ? second : null
}

/**
 * The message for a table of another workspace, of the server, and for
 * a missing table: it must not reveal which.
 */
export const noTable = `unknown table; use ${readable.slice(0, -1).join(', ')} or ${readable.at(-1) ?? ''}, without a schema`

function noFunction(names: unknown): string {
  const [name = '', ...more] = strings(names) ?? []
  return more.length > 0 || name.length > 63 ? 'unknown function' : `unknown function "${name}"`
}
