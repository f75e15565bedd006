import Type from 'typebox'
import {
  asksOf,
  inWorkspace,
  named,
  nullable,
  savedQuestionShape,
  tileAnswerShape,
  timeSchema,
  type WorkspaceAsk,
} from '../../contract/index.js'
import type { ListedQuestion } from './list-repository.js'
import { visibilities, type Version } from './question.js'

export const tag = { name: 'Questions', description: 'Saved questions, their history and what uses them.' }
export const path = '/api/v1/questions'
export const member = inWorkspace('viewer')

const Id = Type.String({ minLength: 1, maxLength: 100 })
const Visibility = Type.Enum([...visibilities])

export const WithId = Type.Object({ id: Id })

const content = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: nullable(Type.String({ maxLength: 2000 })),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 100 }),
  question: savedQuestionShape,
  chart: Type.String({
    pattern: '^[a-z][a-z0-9-]{0,39}$',
    description: 'how clients draw it: auto, line, bar, number, table …',
  }),
  view: nullable(
    Type.String({ maxLength: 8000, description: 'path at which a client shows the question by itself' }),
  ),
}

/** All fields of a question that a caller may set. */
export const Fields = Type.Object({
  name: content.name,
  question: content.question,
  description: Type.Optional(content.description),
  tags: Type.Optional(content.tags),
  visibility: Type.Optional(Visibility),
  chart: Type.Optional(content.chart),
  view: Type.Optional(content.view),
})

export const QuestionBody = named(
  'Question',
  Type.Object({
    id: Type.String(),
    workspace_id: Type.String(),
    owner_id: Type.String({ description: 'Id of the user or key that created the question' }),
    owner_email: nullable(
      Type.String({ description: 'Null for a key, for an account that is gone, and if a key asks' }),
    ),
    ...content,
    visibility: Visibility,
    favourite: Type.Boolean({ description: 'whether it is a favourite of the caller' }),
    version: Type.Integer({ description: 'grows with every change, from 1' }),
    asks: nullable(tileAnswerShape),
    created_at: timeSchema,
    updated_at: timeSchema,
  }),
)

/** Returns a question as the caller sees it. Keys see no addresses. */
export const questionBody = ({ saved, caller }: WorkspaceAsk, question: ListedQuestion) => {
  const known = saved.known(question.question)
  return {
    ...question,
    owner_email: caller.kind === 'user' ? question.owner_email : null,
    asks: known === null ? null : asksOf(known),
    created_at: question.created_at.toISOString(),
    updated_at: question.updated_at.toISOString(),
  }
}

export const VersionBody = named(
  'QuestionVersion',
  Type.Object({
    version: Type.Integer(),
    changed_by: Type.String({ description: 'Id of a user or key' }),
    changed_by_email: nullable(Type.String({ description: 'The address at that time; null for a key' })),
    changed_at: timeSchema,
    changed: Type.Array(Type.String(), {
      description: 'fields that differ from the version before; empty for the first',
    }),
    restored: nullable(Type.Integer({ description: 'the version that this change took back to' })),
    visibility: Visibility,
    fields: Type.Object(content, { description: 'the fields after the change' }),
  }),
)

export const versionBody = ({ changed_at, ...version }: Version) => ({
  ...version,
  changed_at: changed_at.toISOString(),
})
