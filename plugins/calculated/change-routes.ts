import Type from 'typebox'
import { named, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { propertyKeeper } from './property-keeper.js'
import { bodyOf, Changes, editor, Fields, path, PropertyBody, tag, WithName } from './schemas.js'

const response = Type.Object({ data: PropertyBody })

export function registerChangeRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path,
    summary: 'Create a calculated property: a field of events that an expression defines',
    tag,
    access: editor,
    body: named('NewCalculatedProperty', Fields),
    status: 201,
    response,
    refusals: ['CONFLICT'],
    async handle(asked, { body: { name, expression, description = null } }) {
      const ask = asked as WorkspaceAsk
      const made = await ask.use(propertyKeeper).create(ask, { name, expression, description })
      return { data: bodyOf(made) }
    },
  })
  host.route({
    method: 'PUT',
    path: `${path}/:name`,
    summary: 'Change the expression or the description of a calculated property',
    tag,
    access: editor,
    params: WithName,
    body: named('CalculatedPropertyChanges', Changes),
    response,
    async handle(asked, { params, body }) {
      const ask = asked as WorkspaceAsk
      return { data: bodyOf(await ask.use(propertyKeeper).change(ask, params.name, body)) }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${path}/:name`,
    summary: 'Delete a calculated property that nothing uses',
    tag,
    access: editor,
    params: WithName,
    status: 204,
    refusals: ['CONFLICT'],
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      await ask.use(propertyKeeper).remove(ask, params.name)
    },
  })
}
