import { defineView } from '../../router/view.js'
import { sqlEntryText } from '../../text/sql-entry.js'

export const sql = defineView({
  path: '/sql',
  title: sqlEntryText.title,
  icon: 'sql',
  group: 'Analyze',
  summary: sqlEntryText.summary,
  load: async () => (await import('./sql.js')).Sql,
})
