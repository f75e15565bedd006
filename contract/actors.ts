import Type from 'typebox'
import { coalesce, column, missing, not, select, text, where } from './builders.js'
import { columnsOf } from './columns.js'
import { groupIdOf, hasGroup } from './groups.js'
import { named } from './named-schema.js'
import type { Expr, Relation } from './plan.js'
import type { Actor } from './question.js'
import type { Columns } from './sources.js'

/** The parameter of questions that may count others than persons, in query strings and in bodies. */
export const actorField = named(
  'Actor',
  Type.Optional(
    Type.String({
      default: 'person',
      minLength: 1,
      maxLength: 110,
      description:
        'Who is counted: person, device, session or group:<type>, such as group:company. Events without one do not count',
    }),
  ),
)

/** The columns that actorRows() adds for peopleOf() to show. */
const groupColumn = 'actor_group'
const typeColumn = 'actor_type'
const sessionColumn = 'actor_session'

/**
 * Puts the actor in the place of the person, and drops the rows that have none. Whatever groups or counts rows by
 * `person` then answers for the actor, and no link is read.
 *
 *     rows                                         actor: a session
 *     {person: ann, session: 1, device_id: phone}  {person: 1, actor_session: '1', device_id: phone}
 *     {person: bob, session: null, …}              (dropped)
 */
export function actorRows(rows: Relation, actor: Actor | null | undefined): Relation {
  if (actor === null || actor === undefined) return rows
  const { present, key, shown } = partsOf(actor)
  const kept = Object.keys(columnsOf(rows)).filter((name) => name !== 'person')
  const others = Object.fromEntries(kept.map((name) => [name, column(name)]))
  return select(present === null ? rows : where(rows, present), { ...others, ...shown, person: key })
}

interface ActorParts {
  /** Whether a row has such an actor; null if every row has. */
  readonly present: Expr | null
  readonly key: Expr
  readonly shown: Readonly<Record<string, Expr>>
}

function partsOf(actor: Actor): ActorParts {
  switch (actor.kind) {
    case 'device':
      return { present: null, key: column('device_id'), shown: {} }
    case 'session': {
      const shown = { [sessionColumn]: column('session_id') }
      return { present: not(missing(column('session'))), key: column('session'), shown }
    }
    case 'group': {
      const id = coalesce(groupIdOf(actor.type), text(''))
      return {
        present: hasGroup(actor.type),
        key: id,
        shown: { [typeColumn]: text(actor.type), [groupColumn]: id },
      }
    }
  }
}

/** The columns by which a list shows the actors of rows, in order; the first names the actor. */
export interface ActorColumns {
  /** By the name that is shown, the column of the rows. */
  readonly shown: Readonly<Record<string, string>>
  /** The shown column that orders actors last seen at the same time. */
  readonly order: string
}

const device = { device_id: 'device_id', user_id: 'user_id' } as const

/** Returns how a list shows the actors of these rows: persons and devices, sessions or groups. */
export function actorColumns(columns: Columns): ActorColumns {
  if (groupColumn in columns)
    return { shown: { group_type: typeColumn, group_id: groupColumn }, order: 'group_id' }
  if (sessionColumn in columns)
    return { shown: { session_id: sessionColumn, ...device }, order: 'session_id' }
  return { shown: device, order: 'device_id' }
}

/** The columns of the question's rows that a list of its actors shows. */
export const shownColumns = (actor: Actor | null | undefined): readonly string[] => {
  if (actor?.kind === 'group') return [typeColumn, groupColumn]
  return actor?.kind === 'session' ? [sessionColumn, ...Object.values(device)] : Object.values(device)
}

/** What the actors are called in the labels of answers, by number. */
export function actorNoun(actor: Actor | null | undefined): { readonly one: string; readonly many: string } {
  if (actor === null || actor === undefined) return { one: 'user', many: 'users' }
  if (actor.kind === 'group') return { one: actor.type, many: `groups of type ${actor.type}` }
  return { one: actor.kind, many: `${actor.kind}s` }
}
