/** The strings of the SQL view's entry in the sidebar: apart from the others, which are loaded with the view. */
export const sqlEntryText = {
  title: 'SQL',
  summary: 'SQL over the data of this workspace',
} as const
