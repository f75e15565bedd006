import Type from 'typebox'
import {
  blank,
  inWorkspace,
  named,
  notFound,
  nullable,
  timeSchema,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { findAudience, type Audience } from './audiences-repository.js'
import { Definition } from './definition.js'

export const tag = {
  name: 'Audiences',
  description:
    'Saved groups of persons, by rules over their events or as a list. Questions can be restricted to one.',
}
export const path = '/api/v1/audiences'
export const member = inWorkspace('viewer')

export const WithId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
export const Name = Type.String({ minLength: 1, maxLength: 200 })
export const Description = nullable(Type.String({ maxLength: 2000 }))

export const AudienceBody = named(
  'Audience',
  Type.Object({
    id: Type.String(),
    workspace_id: Type.String(),
    owner_id: Type.String({ description: 'Id of the user or key that created the audience' }),
    name: Type.String(),
    description: nullable(Type.String()),
    definition: Definition,
    listed_count: Type.Integer({ description: 'Number of persons that the definition lists under members' }),
    created_at: timeSchema,
    updated_at: timeSchema,
  }),
)

export const bodyOf = ({ created_at, updated_at, ...audience }: Audience) => ({
  ...audience,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** Trims a name. Throws VALIDATION_ERROR if nothing is left. */
export function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw blank('/name')
  return name
}

/** Returns an audience. Throws NOT_FOUND for an unknown id. */
export async function audienceOf({ records, workspace }: WorkspaceAsk, id: string): Promise<Audience> {
  const audience = await findAudience(records, workspace.id, id)
  if (audience === null) throw noAudience()
  return audience
}

export const noAudience = () => notFound('audience')
