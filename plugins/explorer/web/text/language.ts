/**
 * The language of the pages. A translation replaces this file and the texts beside it (docs/explorer.md); numbers, dates,
 * lists and plural forms follow it everywhere.
 */
export const language = {
  /** The locale of numbers, lists, plurals and relative times; `lang` of the document. */
  tag: 'en',
  /** The locale of dates. British: 31 December, 24 hours. */
  dates: 'en-GB',
}
