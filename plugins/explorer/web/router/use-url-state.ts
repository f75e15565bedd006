import type { Codec } from './codec.js'
import { changeQuery, query } from './location.js'

type Codecs = Readonly<Record<string, Codec<never>>>
export type StateOf<C> = { readonly [K in keyof C]: C[K] extends Codec<infer T> ? T : never }
export type SetState<S> = (changes: Partial<S>, options?: { readonly replace?: boolean }) => void

/** The state of a view, stored in the address: `const [state, set] = useUrlState(codecs)`. */
export function useUrlState<C extends { readonly [K in keyof C]: Codec<unknown> | Codec<never> }>(
  codecs: C,
): readonly [StateOf<C>, SetState<StateOf<C>>] {
  const given = query.value
  const read = Object.entries(codecs as Codecs).map(([name, codec]) => [name, codec.read(given.get(name))])
  const set: SetState<StateOf<C>> = (changes, { replace = false } = {}) => {
    const texts = Object.entries(changes).map(([name, value]) => [
      name,
      (codecs as Codecs)[name]?.write(value as never) ?? null,
    ])
    changeQuery(Object.fromEntries(texts) as Record<string, string | null>, replace)
  }
  return [Object.fromEntries(read) as StateOf<C>, set]
}
