import { defineView } from '../../router/view.js'

export const properties = defineView({
  path: '/properties',
  title: 'Properties',
  icon: 'formula',
  group: 'Manage',
  summary: 'Calculated properties: fields that an expression defines',
  load: async () => (await import('./properties.js')).Properties,
})
