import type { Caller } from '../../contract/index.js'

/** Returns what events tell of the user who made a change. */
export const actorOf = ({ id, email }: Pick<Caller, 'id' | 'email'>): Pick<Caller, 'id' | 'email'> => ({
  id,
  email,
})
