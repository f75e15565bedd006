import { column, equals, text, type Expr } from '../../core/contract/index.js'

/** The condition for one event's rows; none if no name is given. */
export const isEvent = (name: string | undefined): Expr | undefined =>
  name === undefined ? undefined : equals(column('event_name'), text(name))
