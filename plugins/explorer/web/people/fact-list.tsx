import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Cells } from '../api/types.js'
import { formatTime } from '../charts/format.js'
import { leavesOf } from '../rows/flatten.js'
import { TextField } from '../ui/field.js'
import { ago } from './words.js'

interface FactProps {
  readonly name: ComponentChildren
  readonly children: ComponentChildren
}

/** A line of a list of facts. */
export const Fact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A fact that is a time, in words. */
export const Moment = ({
  name,
  time,
}: {
  readonly name: string
  readonly time: string | null | undefined
}) => (
  <Fact name={name}>
    {time === null || time === undefined ? (
      '–'
    ) : (
      <time dateTime={time} title={`${formatTime(time)} UTC`}>
        {ago(time, Date.now())}
      </time>
    )}
  </Fact>
)

/** Fewer traits are seen at a glance. */
const searchFrom = 8

/** The traits of a person or group; `call` is the one that sends them. */
export function Traits({ traits, call }: { readonly traits: Cells; readonly call: string }) {
  const [search, setSearch] = useState('')
  const leaves = leavesOf(traits)
  const typed = search.trim().toLowerCase()
  const shown = leaves.filter(({ field, value }) => `${field} ${value}`.toLowerCase().includes(typed))
  return (
    <section class="card" aria-label="Traits">
      <h2>Traits</h2>
      {leaves.length > searchFrom && (
        <TextField label="Search traits" type="search" value={search} onInput={setSearch} />
      )}
      {leaves.length === 0 ? (
        <p class="faint">No traits yet. Send them with {call} call.</p>
      ) : (
        <dl class="facts-list">
          {shown.map(({ field, value }) => (
            <Fact key={field} name={field}>
              {String(value)}
            </Fact>
          ))}
        </dl>
      )}
    </section>
  )
}
