import { defineView } from '../../router/view.js'

export const sql = defineView({
  path: '/sql',
  title: 'SQL',
  icon: 'sql',
  group: 'Analyze',
  summary: 'SQL over the data of this workspace',
  load: async () => (await import('./sql.js')).Sql,
})
