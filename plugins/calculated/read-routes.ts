import Type from 'typebox'
import { expressionFunctions, named, type PluginHost, type WorkspaceAsk } from '../../contract/index.js'
import { preview } from './preview.js'
import { propertyKeeper } from './property-keeper.js'
import { bodyOf, Expression, member, path, PropertyBody, PropertyType, tag } from './schemas.js'

const functions = Object.entries(expressionFunctions).map(([name, { usage, summary }]) => ({
  name,
  usage,
  summary,
}))

const ExpressionFunction = named(
  'ExpressionFunction',
  Type.Object({ name: Type.String(), usage: Type.String(), summary: Type.String() }),
)

export function registerReadRoutes(host: PluginHost): void {
  host.route({
    method: 'GET',
    path,
    summary: 'List the calculated properties, and the functions that expressions can use',
    tag,
    access: member,
    response: Type.Object({
      data: Type.Object({
        properties: Type.Array(PropertyBody),
        functions: Type.Array(ExpressionFunction),
      }),
    }),
    async handle(asked) {
      const ask = asked as WorkspaceAsk
      const all = await ask.use(propertyKeeper).list(ask.workspace.id)
      return { data: { properties: all.map(bodyOf), functions } }
    },
  })
  host.route({
    method: 'POST',
    path: `${path}/preview`,
    summary: 'Show the values of an expression, without saving it',
    tag,
    access: member,
    body: named('ExpressionPreview', Type.Object({ expression: Expression })),
    response: Type.Object({
      data: Type.Object({
        type: PropertyType,
        values: Type.Array(
          Type.Object({ value: Type.Union([Type.String(), Type.Null()]), rows: Type.Integer() }),
          { description: 'the most frequent ones of the newest events, as text; null where there is none' },
        ),
      }),
    }),
    handle: async (asked, { body }) => ({ data: await preview(asked as WorkspaceAsk, body.expression) }),
  })
}
