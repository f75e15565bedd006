import { functionWords } from './sql-functions.js'

const number = (value: number): string => value.toLocaleString('en')
const rowsOf = (count: number): string => `${number(count)} ${count === 1 ? 'row' : 'rows'}`

/** The strings of the SQL view. */
export const sqlText = {
  title: 'SQL',
  summary: 'Run one SELECT over the data of this workspace, in the SQL dialect of the storage.',

  statement: 'SQL statement',
  statementPart: 'Statement',
  run: 'Run',
  cancel: 'Cancel',
  completionHint: 'suggests names',
  runHint: 'runs the statement',
  commentHint: 'comments lines',
  leaveHint: 'then Tab leaves the editor',
  completions: 'Names',
  function: 'function',
  keyword: 'keyword',
  functions: functionWords,

  tables: 'Tables',

  tabs: 'Statements',
  newTab: 'New statement',
  tabName: (number: number): string => `Statement ${number}`,
  tabTitle: (name: string, isChanged: boolean): string => (isChanged ? `${name} (not saved)` : name),
  closeTab: (name: string): string => `Close ${name}`,
  tooManyTabs: (most: number): string => `At most ${most} statements can be open; close one first`,

  history: 'History',
  historyEmpty: 'No statements yet. Statements you run are stored in this browser only.',
  historyList: 'Statements',
  clearHistory: 'Clear history',

  exportAs: (format: 'csv' | 'ndjson' | 'parquet'): string =>
    `Export ${format === 'csv' ? 'CSV' : format === 'ndjson' ? 'NDJSON' : 'Parquet'}, all rows`,

  result: 'Result',
  noResult: 'No result yet',
  noResultHint: 'Write a SELECT over the listed tables and run it.',
  counted: (rows: number, milliseconds: number): string => `${rowsOf(rows)} in ${number(milliseconds)} ms`,
  truncated: (most: number): string => `: the first ${number(most)}. Export to get all rows`,
  show: 'Show result as',
  table: 'Table',
  line: 'Lines',
  area: 'Areas',
  bar: 'Bars',
  chartTitle: (names: readonly string[], by: string): string => `${names.join(', ')} by ${by}`,
  added: 'Rows of the same time and name are added up.',
  moreBars: (shown: number, all: number): string => `The first ${number(shown)} of ${number(all)} rows`,
  moreLines: (shown: number, all: number): string => `The ${number(shown)} largest of ${number(all)} lines`,
} as const
