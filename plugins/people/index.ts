import Type from 'typebox'
import {
  contractNumber,
  definePlugin,
  inWorkspace,
  named,
  nullable,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { registerGroupRoutes } from './group-routes.js'
import { profilesOf } from './profiles.js'

const name = Type.String({ minLength: 1, maxLength: 500 })

const Body = named(
  'PersonRefs',
  Type.Object({
    people: Type.Array(
      Type.Object({ device_id: name, user_id: Type.Optional(Type.Union([name, Type.Null()])) }),
      {
        minItems: 1,
        maxItems: 1000,
        description:
          'as lists of persons show them; without a user_id, the person to whom the device belongs now',
      },
    ),
  }),
)

const Person = named(
  'Person',
  Type.Object({
    device_id: Type.String(),
    user_id: nullable(Type.String()),
    traits: Type.Record(Type.String(), Type.Unknown(), {
      description: 'the latest value of each trait that is not null',
    }),
    devices: Type.Array(Type.Object({ device_id: Type.String(), linked_at: nullable(Type.String()) }), {
      description: 'all devices of the person, the last linked one first',
    }),
  }),
)

/** Traits and devices of the persons of a list, and the pages of groups. */
export const people = definePlugin({
  name: 'people',
  contract: contractNumber,
  after: ['auth'],
  register(host) {
    host.examples(examples)
    registerGroupRoutes(host)
    host.route({
      method: 'POST',
      path: '/api/v1/people/profiles',
      summary: 'Show the traits and devices of up to 1,000 persons, in the order of the request',
      tag: { name: 'People', description: 'The profiles of persons.' },
      access: inWorkspace('viewer'),
      body: Body,
      response: Type.Object({ data: Type.Object({ people: Type.Array(Person) }) }),
      async handle(ask, { body }) {
        // The access above ensures that there is a workspace.
        return { data: { people: await profilesOf(ask as WorkspaceAsk, body.people) } }
      },
    })
  },
})
