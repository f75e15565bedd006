import Type, { type Static } from 'typebox'
import { atLeast, inWorkspace, pageGroups, pageIcons, type Ask } from '../contract/index.js'
import type { ServedPage } from './served-page.js'
import { coreRoute, type CoreRoute } from './route.js'

const PageBody = Type.Object({
  key: Type.String(),
  plugin: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  group: Type.Union([Type.Enum([...pageGroups]), Type.Null()], {
    description: 'The heading in the navigation; null if it is not listed there',
  }),
  icon: Type.Union([Type.Enum([...pageIcons]), Type.Null()]),
  path: Type.String({ description: 'Its address in the explorer' }),
  module: Type.String({ description: 'The address of its ES module; it changes with the content' }),
  styles: Type.Array(Type.String()),
})

/** The pages of plugins, for the explorer. */
export const pageRoutes: readonly CoreRoute[] = [
  coreRoute({
    plugin: 'core',
    definition: {
      method: 'GET',
      path: '/api/v1/pages',
      summary: 'The pages of plugins that the caller may open in the workspace',
      tag: 'Operation',
      access: inWorkspace('viewer'),
      response: Type.Object({ data: Type.Array(PageBody) }),
    },
    handle: (ask, _, { pages }) =>
      Promise.resolve({ data: pages.filter((page) => maySee(ask, page)).map(pageBody) }),
  }),
]

function maySee({ caller, role, setting }: Ask, { definition: { access } }: ServedPage): boolean {
  if (access.kind === 'global') return caller?.kind === 'user' && atLeast(caller.role, access.role)
  if (access.kind !== 'workspace' || role === null) return false
  return (
    atLeast(role, access.role) && (access.raisedBy === undefined || atLeast(role, setting(access.raisedBy)))
  )
}

function pageBody({ plugin, definition, module, styles }: ServedPage): Static<typeof PageBody> {
  const { key, title, summary, group = null, icon = null, path } = definition
  return { key, plugin, title, summary, group, icon, path, module, styles: [...styles] }
}
