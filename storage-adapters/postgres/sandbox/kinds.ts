/**
 * The closed list of node kinds of the parser's tree that a statement may contain, with the
 * fields of each. A statement with any other kind or field is rejected, so additions of a
 * later parser are rejected until they have been reviewed.
 *
 * `node` is a node under its kind's name, `nodes` a list of these, `value` a plain value; any other word is a
 * node of that kind without its name.
 */
type Field = 'node' | 'nodes' | 'value' | 'Alias' | 'SelectStmt' | 'TypeName' | 'WindowDef' | 'WithClause'
type Fields = Readonly<Record<string, Field>>

const located = { location: 'value' } as const

const select: Fields = {
  distinctClause: 'nodes',
  targetList: 'nodes',
  fromClause: 'nodes',
  whereClause: 'node',
  groupClause: 'nodes',
  groupDistinct: 'value',
  havingClause: 'node',
  windowClause: 'nodes',
  valuesLists: 'nodes',
  sortClause: 'nodes',
  limitOffset: 'node',
  limitCount: 'node',
  limitOption: 'value',
  withClause: 'WithClause',
  op: 'value',
  all: 'value',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
}

const from: Readonly<Record<string, Fields>> = {
  RangeVar: {
    ...located,
    catalogname: 'value',
    schemaname: 'value',
    relname: 'value',
    inh: 'value',
    relpersistence: 'value',
    alias: 'Alias',
  },
  RangeSubselect: { lateral: 'value', subquery: 'node', alias: 'Alias' },
  RangeFunction: {
    lateral: 'value',
    ordinality: 'value',
    is_rowsfrom: 'value',
    functions: 'nodes',
    alias: 'Alias',
    coldeflist: 'nodes',
  },
  ColumnDef: { ...located, colname: 'value', typeName: 'TypeName', is_local: 'value' },
  JoinExpr: {
    jointype: 'value',
    isNatural: 'value',
    larg: 'node',
    rarg: 'node',
    usingClause: 'nodes',
    join_using_alias: 'Alias',
    quals: 'node',
    alias: 'Alias',
  },
  Alias: { aliasname: 'value', colnames: 'nodes' },
  WithClause: { ...located, ctes: 'nodes', recursive: 'value' },
  CommonTableExpr: {
    ...located,
    ctename: 'value',
    aliascolnames: 'nodes',
    ctematerialized: 'value',
    ctequery: 'node',
  },
}

const expressions: Readonly<Record<string, Fields>> = {
  ColumnRef: { ...located, fields: 'nodes' },
  A_Star: {},
  A_Const: {
    ...located,
    ival: 'value',
    fval: 'value',
    boolval: 'value',
    sval: 'value',
    bsval: 'value',
    isnull: 'value',
  },
  A_Expr: {
    ...located,
    kind: 'value',
    name: 'nodes',
    lexpr: 'node',
    rexpr: 'node',
    rexpr_list_start: 'value',
    rexpr_list_end: 'value',
  },
  BoolExpr: { ...located, boolop: 'value', args: 'nodes' },
  NullTest: { ...located, arg: 'node', nulltesttype: 'value' },
  BooleanTest: { ...located, arg: 'node', booltesttype: 'value' },
  FuncCall: {
    ...located,
    funcname: 'nodes',
    args: 'nodes',
    agg_order: 'nodes',
    agg_filter: 'node',
    over: 'WindowDef',
    agg_within_group: 'value',
    agg_star: 'value',
    agg_distinct: 'value',
    func_variadic: 'value',
    funcformat: 'value',
  },
  NamedArgExpr: { ...located, arg: 'node', name: 'value', argnumber: 'value' },
  SQLValueFunction: { ...located, op: 'value', typmod: 'value' },
  TypeCast: { ...located, arg: 'node', typeName: 'TypeName' },
  TypeName: {
    ...located,
    names: 'nodes',
    typmods: 'nodes',
    typemod: 'value',
    arrayBounds: 'nodes',
  },
  CollateClause: { ...located, arg: 'node', collname: 'nodes' },
  CaseExpr: { ...located, arg: 'node', args: 'nodes', defresult: 'node' },
  CaseWhen: { ...located, expr: 'node', result: 'node' },
  CoalesceExpr: { ...located, args: 'nodes' },
  MinMaxExpr: { ...located, op: 'value', args: 'nodes' },
  SubLink: { ...located, subLinkType: 'value', testexpr: 'node', operName: 'nodes', subselect: 'node' },
  A_ArrayExpr: { ...located, elements: 'nodes', list_start: 'value', list_end: 'value' },
  RowExpr: { ...located, args: 'nodes', row_format: 'value' },
  A_Indirection: { arg: 'node', indirection: 'nodes' },
  A_Indices: { is_slice: 'value', lidx: 'node', uidx: 'node' },
  GroupingFunc: { ...located, args: 'nodes' },
}

/** Every allowed kind of node, with its fields. */
export const kinds: ReadonlyMap<string, Fields> = new Map(
  Object.entries({
    SelectStmt: select,
    ...from,
    ...expressions,
    ResTarget: { ...located, name: 'value', val: 'node' },
    SortBy: { ...located, node: 'node', sortby_dir: 'value', sortby_nulls: 'value', useOp: 'nodes' },
    WindowDef: {
      ...located,
      name: 'value',
      refname: 'value',
      partitionClause: 'nodes',
      orderClause: 'nodes',
      frameOptions: 'value',
      startOffset: 'node',
      endOffset: 'node',
    },
    GroupingSet: { ...located, kind: 'value', content: 'nodes' },
    List: { items: 'nodes' },
    String: { sval: 'value' },
    Integer: { ival: 'value' },
  } satisfies Readonly<Record<string, Fields>>),
)
