import { lines } from './position.js'
import { parse, refusal } from './parse.js'
import { needleFault, operandFault } from './needles.js'
import { readable, readableColumns } from './views.js'
import { shadowedOperators } from './shadows.js'
import { functions, harmless, operators, types } from './vocabulary.js'
import { strings, walk, type Body } from './walk.js'

/** What the server could call, or cast to, by writing `a.name` or `(a).name`: its functions of one argument, its types. */
export type Callable = ReadonlySet<string>

const clocks = /^SVFOP_(CURRENT_DATE|(CURRENT_TIME|CURRENT_TIMESTAMP|LOCALTIME|LOCALTIMESTAMP)(_N)?)$/
/** They tell of writes anywhere on the server. */
const systemColumns = new Set(['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin'])

/** What is refused under the words it was typed with, by the parser's name for it. */
const phrases: Readonly<Record<string, string>> = {
  intoClause: 'SELECT INTO is not available',
  lockingClause: 'FOR UPDATE and FOR SHARE are not available',
  ParamRef: 'Parameters ($1) are not available',
  XmlExpr: 'XML is not available',
  XmlSerialize: 'XML is not available',
  RangeTableFunc: 'XML is not available',
  RangeTableSample: 'TABLESAMPLE is not available',
  depth: 'The statement is too complex',
  InsertStmt: 'Only SELECT may stand in WITH',
  UpdateStmt: 'Only SELECT may stand in WITH',
  DeleteStmt: 'Only SELECT may stand in WITH',
  MergeStmt: 'Only SELECT may stand in WITH',
}

/**
 * Resolves if the text is one SELECT that only reads the readable tables and only calls what is in the vocabulary;
 * rejects with VALIDATION_ERROR otherwise. A table that is elsewhere, hidden or nowhere is refused in the same words.
 */
export async function guard(text: string, callable: Callable): Promise<void> {
  const tree = await parse(text)
  const places = lines(text)
  const refuse = (sentence: string, place: number): never => {
    throw refusal(sentence.replace(/\.?$/, `${places.told(places.atByte(place))}.`))
  }

  const tables = new Set<string>(readable)
  walk(
    tree,
    (kind, body) => {
      const name = body['ctename']
      // Nothing else that a name without a schema can reach begins with pg_, and everything that begins so is reachable.
      if (kind === 'CommonTableExpr' && typeof name === 'string' && !name.startsWith('pg_')) tables.add(name)
    },
    (name, place) => refuse(phrases[name] ?? 'This form of SQL is not available', place),
  )

  const rules: Readonly<Record<string, (body: Body, place: number) => void>> = {
    CommonTableExpr(body, place) {
      if (!tables.has(String(body['ctename']))) refuse('Names that begin with pg_ are not available', place)
      const query = body['ctequery'] as Body | undefined
      if (query?.['SelectStmt'] === undefined) refuse('Only SELECT may stand in WITH', place)
    },
    RangeVar(body, place) {
      const name = body['relname']
      const qualified = body['schemaname'] !== undefined || body['catalogname'] !== undefined
      if (qualified || typeof name !== 'string' || !tables.has(name)) refuse(noTable, place)
    },
    ColumnRef(body, place) {
      const fields = Array.isArray(body['fields']) ? (body['fields'] as readonly Body[]) : []
      const names = strings(fields.filter((field) => field['A_Star'] === undefined)) ?? []
      const star = fields.length - names.length
      if (names.length + star > 2 || star > 1) refuse(noTable, place)
      const [first, second] = names
      if (systemColumns.has(second ?? first ?? '')) refuse('System columns are not available', place)
      if (second !== undefined) checkMember(second, place)
    },
    A_Indirection(body, place) {
      const steps = Array.isArray(body['indirection']) ? (body['indirection'] as readonly Body[]) : []
      for (const name of strings(steps.filter((step) => step['String'] !== undefined)) ?? [''])
        checkMember(name, place)
    },
    FuncCall(body, place) {
      const name = inCatalog(body['funcname'])
      if (name === null || !functions.has(name)) return refuse(noFunction(body['funcname']), place)
      const fault = needleFault(name, body['args'])
      if (fault !== null) refuse(fault, place)
    },
    TypeName(body, place) {
      const name = inCatalog(body['names'])
      if (name === null || !types.has(name)) refuse('There is no such type here', place)
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
      if (inCatalog(body['collname']) === null) refuse('There is no such collation here', place)
    },
    SQLValueFunction(body, place) {
      if (!clocks.test(String(body['op']))) refuse('This function is not available', place)
    },
  }

  function checkOperator(names: unknown, place: number): void {
    if (names === undefined) return
    const name = inCatalog(names)
    const qualified = Array.isArray(names) && names.length > 1
    if (name === null || !operators.has(name) || (qualified && shadowedOperators.has(name)))
      refuse('This operator is not available', place)
  }

  function checkOperands(names: unknown, left: unknown, right: unknown, place: number): void {
    const fault = operandFault(inCatalog(names) ?? '', left, right)
    if (fault !== null) refuse(fault, place)
  }

  /** Where there is no column of this name, Postgres calls the function, or casts to the type: without any call in the tree. */
  function checkMember(name: string, place: number): void {
    const safe = functions.has(name) || types.has(name) || harmless.has(name) || readableColumns.has(name)
    if (name.startsWith('pg_') || (callable.has(name) && !safe))
      refuse(`There is no column “${name}” here`, place)
  }

  walk(
    tree,
    (kind, body, place) => rules[kind]?.(body, place),
    (name, place) => refuse(phrases[name] ?? 'This form of SQL is not available', place),
  )
}

/** The name in pg_catalog that a list of names means; null when it may mean another schema. */
function inCatalog(names: unknown): string | null {
  const [first, second, ...more] = strings(names) ?? []
  if (first === undefined || more.length > 0) return null
  if (second === undefined) return first
  return first === 'pg_catalog' ? second : null
}

/** The same for a table of another workspace, of the server, of nobody: which of them it is, is not told. */
export const noTable = `There is no such table here; name ${readable.slice(0, -1).join(', ')} or ${readable.at(-1) ?? ''}, without a schema`

function noFunction(names: unknown): string {
  const [name = '', ...more] = strings(names) ?? []
  return more.length > 0 || name.length > 63
    ? 'There is no such function here'
    : `There is no function “${name}” here`
}
