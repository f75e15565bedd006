import { column, equals, text, type Expr } from '../../contract/index.js'

/** The condition that keeps one event's rows; undefined if no name is given. */
export const isEvent = (name: string | undefined): Expr | undefined =>
  name === undefined ? undefined : equals(column('event_name'), text(name))
