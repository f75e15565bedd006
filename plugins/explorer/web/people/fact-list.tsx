import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Cells } from '../api/types.js'
import { formatTime } from '../charts/format.js'
import { leavesOf } from '../rows/flatten.js'
import { TextField } from '../ui/field.js'
import { ago } from './words.js'
import { peopleText } from '../text/people.js'

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
      <time dateTime={time} title={peopleText.timeUTC(formatTime(time))}>
        {ago(time, Date.now())}
      </time>
    )}
  </Fact>
)

/** Fewer traits are seen at a glance. */
const searchFrom = 8

/** The traits of a person or group; `none` says that there are none. */
export function Traits({ traits, none }: { readonly traits: Cells; readonly none: string }) {
  const [search, setSearch] = useState('')
  const leaves = leavesOf(traits)
  const typed = search.trim().toLowerCase()
  const shown = leaves.filter(({ field, value }) => `${field} ${value}`.toLowerCase().includes(typed))
  return (
    <section class="card" aria-label={peopleText.traits}>
      <h2>{peopleText.traits}</h2>
      {leaves.length > searchFrom && (
        <TextField label={peopleText.searchTraits} type="search" value={search} onInput={setSearch} />
      )}
      {leaves.length === 0 ? (
        <p class="faint">{none}</p>
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
