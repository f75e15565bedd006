/** What people read in rows. */
export const rowsText = {
  copyJSON: 'Copy JSON',
  jsonCopied: 'JSON copied',
  onlyRowsWhereFieldIsValue: (field: string, value: string | number | boolean) =>
    `Only rows where ${field} is ${value}`,
  noRowsWhereFieldIsValue: (field: string, value: string | number | boolean) =>
    `No rows where ${field} is ${value}`,
  openPerson: 'Open person',
  live: 'Live',
  paused: 'Paused',
}
