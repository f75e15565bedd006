import Type, { type Static } from 'typebox'
import { peopleIn } from '../../../contract/index.js'

export const path = '/api/v1/admin/users'
export const params = Type.Object({ id: Type.String({ maxLength: 100 }) })
export const shared = {
  tag: { name: 'Users', description: 'The members of the workspace, their roles and credentials.' },
  access: peopleIn('admin'),
}

export const keep = Type.Object({
  keep: Type.Optional(
    Type.String({
      maxLength: 8_000,
      pattern: '^(?:key|lnk)_[A-Za-z0-9_-]+(?:,(?:key|lnk)_[A-Za-z0-9_-]+)*$',
      description: 'comma-separated ids of keys and public links that pass to the caller instead of ending',
    }),
  ),
})

/** Returns the ids in the parameter `keep`. */
export const keptIn = ({ keep: text = '' }: Static<typeof keep>): readonly string[] =>
  text === '' ? [] : text.split(',')
