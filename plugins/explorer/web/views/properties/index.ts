import { defineView } from '../../router/view.js'
import { viewsText } from '../../text/views.js'

export const properties = defineView({
  path: '/properties',
  title: viewsText.properties,
  icon: 'formula',
  group: 'Manage',
  summary: viewsText.calculatedPropertiesFieldsThat,
  load: async () => (await import('./properties.js')).Properties,
})
