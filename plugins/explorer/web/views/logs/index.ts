import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const logs = defineView({
  path: '/logs',
  title: viewsText.logs,
  icon: 'logs',
  group: 'Systems',
  summary: viewsText.logLinesSearchLevelsLiveTail,
  load: async () => (await import('./logs.js')).Logs,
})
