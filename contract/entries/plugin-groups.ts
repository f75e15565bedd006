/** A part of `sextant/plugin`. */

// Actors: groups, devices and sessions in place of persons.
export { actorColumns, actorField, actorNoun, actorRows, shownColumns } from '../actors.js'
export {
  calledGroup,
  groupCall,
  groupIdOf,
  groupsProperty,
  hasGroup,
  isCallOf,
  isGroupType,
  noGroupType,
  usualGroupType,
} from '../groups.js'
export { withTrait } from '../rows.js'
export type { GroupSighting, GroupSpan } from '../recall.js'
