import { integer as number } from './format.js'
import { plural } from './plural.js'
import { functionWords } from './sql-functions.js'

const rowsOf = (count: number): string => plural(count, { one: '# row', other: '# rows' })

/** The strings of the SQL view. */
export const sqlText = {
  title: 'SQL',
  summary: 'Run one SELECT over the data of this workspace, in the SQL dialect of the storage.',

  statement: 'SQL statement',
  statementPart: 'Statement',
  run: 'Run',
  cancel: 'Cancel',
  completionKey: 'Ctrl Space',
  completionHint: 'suggests names',
  /** What an empty view begins with. */
  example: 'SELECT event_name, count(*) AS events\nFROM events_v1\nGROUP BY event_name\nORDER BY events DESC',
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

  parameters: 'Parameters',
  listHint: 'One a line, or separated by commas',
  numberHint: 'Number',
  inUtc: 'In UTC',
  unset: 'Not set',
  yes: 'True',
  no: 'False',

  saveAudience: 'Save as audience',
  audienceSaved: (name: string): string => `Audience “${name}” saved`,
  idColumn: 'Column of ids',
  idKind: 'The ids are those of',
  users: 'Users',
  devices: 'Devices',
  audienceOf: (people: number, isCut: boolean): string =>
    `${plural(people, { one: 'A fixed list of # id', other: 'A fixed list of # ids' })}${isCut ? '; the result was cut, so others are missing' : ''}. Ids without events are not members.`,

  save: 'Save',
  saveChanges: 'Save changes',
  changesSaved: (name: string): string => `Changes of “${name}” saved`,
  saved: 'Saved',
  savedList: 'Saved statements',
  savedEmpty: 'No saved statements',
  searchSaved: 'Search saved statements',
  moreSaved: (shown: number): string => `The first ${shown}; search for others`,

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
} as const
