/** What people read in dictionary. */
export const dictionaryText = {
  deprecated: 'Deprecated',
}
