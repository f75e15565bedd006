import { integer as number } from './format.js'

/** The strings of results of SQL, in its view and on boards. */
export const sqlResultText = {
  rows: 'Rows',
  nothing: 'null',
  chartTitle: (names: readonly string[], by: string): string => `${names.join(', ')} by ${by}`,
  added: 'Rows of the same time and name are added up.',
  moreBars: (shown: number, all: number): string => `The first ${number(shown)} of ${number(all)} rows`,
  moreLines: (shown: number, all: number): string => `The ${number(shown)} largest of ${number(all)} lines`,
} as const
