import Type from 'typebox'
import {
  invalid,
  named,
  notATime,
  notInFuture,
  parseIsoTime,
  peopleIn,
  type PluginHost,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { publicLinkKeeper } from './public-link-keeper.js'
import { LinkBody, linkBody, path, tag, WithId, WithLink } from './schemas.js'

const links = `${path}/:id/links`
const day = 86_400_000
const usualDays = 30
const mostDays = 366

const Wanted = Type.Object({
  expires_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description: `ISO 8601, in UTC unless it has an offset; default ${usualDays} days from now, at most ${mostDays}`,
    }),
  ),
})

const CreatedLink = named(
  'CreatedPublicLink',
  Type.Interface([LinkBody], {
    token: Type.String({
      description: 'Shown only in this response; opens GET /api/v1/public/boards/<token>',
    }),
  }),
)

/** Routes for people only: a public link always has a person behind it, whom others can ask. */
export function registerPublicLinkRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: links,
    summary:
      'Create a public link, which shows the board to anyone who has it, as the board’s owner or an admin',
    tag,
    access: peopleIn('editor'),
    params: WithId,
    body: Wanted,
    refusals: ['CONFLICT'],
    status: 201,
    response: Type.Object({ data: CreatedLink }),
    async handle(asked, { params, body: { expires_at } }) {
      const ask = asked as WorkspaceAsk
      const { link, token } = await ask
        .use(publicLinkKeeper)
        .create(ask, params.id, readEnd(expires_at, ask.now))
      return { data: { ...linkBody(link), token } }
    },
  })
  host.route({
    method: 'GET',
    path: links,
    summary: 'List the public links of a board that have not expired, newest first',
    tag,
    access: peopleIn('viewer'),
    params: WithId,
    response: Type.Object({ data: Type.Object({ links: Type.Array(LinkBody) }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const found = await ask.use(publicLinkKeeper).list(ask, params.id)
      return { data: { links: found.map(linkBody) } }
    },
  })
  host.route({
    method: 'DELETE',
    path: `${links}/:link`,
    summary: 'End a public link at once',
    tag,
    access: peopleIn('viewer'),
    params: WithLink,
    status: 204,
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      await ask.use(publicLinkKeeper).end(ask, params.id, params.link)
    },
  })
}

/** Returns the end of a link, `usualDays` from now by default. Throws VALIDATION_ERROR unless it is in the next `mostDays`. */
function readEnd(text: string | undefined, now: number): Date {
  const end = text === undefined ? now + usualDays * day : parseIsoTime(text)
  if (end === null) throw notATime('/expires_at')
  if (end <= now) throw notInFuture('/expires_at')
  if (end > now + mostDays * day)
    throw invalid('/expires_at', `expires_at must be within ${mostDays} days from now`)
  return new Date(end)
}
