import Type from 'typebox'
import { named, timeSchema, weekStarts } from '../../../contract/index.js'
import type { Workspace } from './workspaces-repository.js'

export const tag = { name: 'Workspaces', description: 'Workspaces keep the data of projects apart.' }

export const WeekStartName = Type.Enum([...weekStarts], {
  description: 'The first day of the week in requests that name none',
})

export const WorkspaceBody = named(
  'Workspace',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    timezone: Type.String({ description: 'An IANA name; the time zone of requests that name none' }),
    week_start: WeekStartName,
    created_at: timeSchema,
    updated_at: timeSchema,
  }),
)

export const Slug = Type.String({
  pattern: '^[A-Za-z0-9-]{1,50}$',
  description: '1 to 50 letters, digits and hyphens, unique regardless of case',
})

export const bodyOf = ({ id, name, slug, timezone, week_start, created_at, updated_at }: Workspace) => ({
  id,
  name,
  slug,
  timezone,
  week_start,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
