import { defineView } from '../../router/view.js'

export const sql = defineView({
  path: '/sql',
  title: 'SQL',
  icon: 'sql',
  group: 'Analyze',
  summary: 'A SELECT over the own data',
  load: async () => (await import('./sql.js')).Sql,
})
