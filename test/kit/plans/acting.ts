import * as plan from '../../../contract/index.js'
import type { Actor } from '../../../contract/index.js'
import type { Choices } from './choices.js'
import type { Frame, Kind } from './frames.js'

const actors: readonly Actor[] = [
  { kind: 'group', type: 'company' },
  { kind: 'device' },
  { kind: 'session' },
  { kind: 'group', type: 'nothing' },
]

const read: readonly string[] = ['person', 'timestamp', 'device_id', 'session', 'session_id', 'properties']

/** Whether the rows have all that names an actor, and none yet. */
export const mayAct = ({ columns }: Frame): boolean =>
  columns['person'] === 'key' &&
  read.every((name) => name in columns) &&
  !Object.keys(columns).some((name) => name.startsWith('actor_'))

/** The rows of one actor's own, which is their person from then on. */
export function acting(choices: Choices, frame: Frame): Frame {
  const actor = choices.of(actors)
  const relation = plan.actorRows(frame.relation, actor)
  const added = Object.keys(plan.columnsOf(relation)).filter((name) => !(name in frame.columns))
  return {
    ...frame,
    relation,
    columns: {
      ...frame.columns,
      ...Object.fromEntries(added.map((name): [string, Kind] => [name, 'text'])),
      person: actor.kind === 'session' ? 'key' : 'text',
    },
  }
}
