import Type from 'typebox'
import {
  inWorkspace,
  named,
  nullable,
  timeSchema,
  type Ask,
  type WorkspaceAsk,
} from '../../contract/index.js'
import { categories, markSources, scopes, type Mark } from './mark.js'
import type { Viewer } from './marks-repository.js'

export const tag = { name: 'Marks', description: 'Notes on the time line: releases, incidents, campaigns.' }
export const path = '/api/v1/marks'
export const member = inWorkspace('viewer')

export const WithId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })
export const Category = named('MarkCategory', Type.Enum([...categories]))
export const Source = named('MarkSource', Type.Enum([...markSources]))
const Scope = Type.Enum([...scopes])

/** All fields that a caller may set; readFields() checks what the schema cannot express. */
export const Fields = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  timestamp: Type.Optional(
    Type.String({ maxLength: 40, description: 'ISO 8601, in UTC unless it has an offset; default now' }),
  ),
  category: Type.Optional(Category),
  source_ref: Type.Optional(
    nullable(Type.String({ maxLength: 2000, description: 'such as a URL or a commit' })),
  ),
  scope: Type.Optional(Scope),
  metadata: Type.Optional(
    nullable(Type.String({ maxLength: 10_240, description: 'a string of JSON, at most 10 KB' })),
  ),
})

export const MarkBody = named(
  'Mark',
  Type.Object({
    id: Type.String(),
    workspace_id: Type.String(),
    title: Type.String(),
    description: nullable(Type.String()),
    timestamp: timeSchema,
    category: Category,
    source: Source,
    source_ref: nullable(Type.String()),
    scope: Scope,
    metadata: nullable(Type.String()),
    created_by: Type.String({ description: 'Id of the user or key that created the mark' }),
    created_at: timeSchema,
    updated_at: timeSchema,
  }),
)

export const bodyOf = ({ timestamp, created_at, updated_at, ...mark }: Mark) => ({
  ...mark,
  timestamp: timestamp.toISOString(),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** Returns the viewer of a route with workspace access. */
export function viewerOf(asked: Ask): Viewer {
  const { workspace, caller } = asked as WorkspaceAsk
  return { workspaceId: workspace.id, callerId: caller.id }
}
