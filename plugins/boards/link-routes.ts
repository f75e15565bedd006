import Type from 'typebox'
import {
  invalid,
  parseIsoTime,
  peopleIn,
  type PluginHost,
  type WorkspaceAsk,
} from '../../core/contract/index.js'
import { linkKeeper } from './link-keeper.js'
import { LinkBody, linkBody, path, tag, WithId, WithLink } from './schemas.js'

const links = `${path}/:id/links`
const day = 86_400_000
const usualDays = 30
const mostDays = 366

const Wanted = Type.Object({
  expires_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description: `ISO 8601 (no offset: UTC); ${usualDays} days from now unless given, at most ${mostDays}`,
    }),
  ),
})

const CreatedLink = Type.Interface([LinkBody], {
  token: Type.String({ description: 'Shown this once; GET /api/v1/public/boards/<token> answers it' }),
})

/** Keys show nothing to the world: who does, can be asked. */
export function registerLinkRoutes(host: PluginHost): void {
  host.route({
    method: 'POST',
    path: links,
    summary: 'Make a public link that shows a board to whoever has it; the board’s owner and admins may',
    tag,
    access: peopleIn('editor'),
    params: WithId,
    body: Wanted,
    refusals: ['CONFLICT'],
    status: 201,
    response: Type.Object({ data: CreatedLink }),
    async handle(asked, { params, body: { expires_at } }) {
      const ask = asked as WorkspaceAsk
      const { link, token } = await ask.use(linkKeeper).create(ask, params.id, readEnd(expires_at, ask.now))
      return { data: { ...linkBody(link), token } }
    },
  })
  host.route({
    method: 'GET',
    path: links,
    summary: 'The public links of a board that have not expired, the newest first',
    tag,
    access: peopleIn('viewer'),
    params: WithId,
    response: Type.Object({ data: Type.Object({ links: Type.Array(LinkBody) }) }),
    async handle(asked, { params }) {
      const ask = asked as WorkspaceAsk
      const found = await ask.use(linkKeeper).list(ask, params.id)
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
      await ask.use(linkKeeper).end(ask, params.id, params.link)
    },
  })
}

function readEnd(text: string | undefined, now: number): Date {
  const end = text === undefined ? now + usualDays * day : parseIsoTime(text)
  const wrong = (what: string) => invalid('/expires_at', `expires_at must ${what}`)
  if (end === null) throw wrong('be an ISO 8601 date or date-time')
  if (end <= now) throw wrong('lie in the future')
  if (end > now + mostDays * day) throw wrong(`lie within ${mostDays} days`)
  return new Date(end)
}
