import type { ComponentChildren } from 'preact'
import type { Cells } from '../api/types.js'
import { formatTime } from '../charts/format.js'
import { leavesOf } from '../rows/flatten.js'
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

/** The traits of a person or group; `call` is the one that sends them. */
export function Traits({ traits, call }: { readonly traits: Cells; readonly call: string }) {
  const leaves = leavesOf(traits)
  return (
    <section class="card" aria-label="Traits">
      <h2>Traits</h2>
      {leaves.length === 0 ? (
        <p class="faint">No traits yet. Send them with {call} call.</p>
      ) : (
        <dl class="facts-list">
          {leaves.map(({ field, value }) => (
            <Fact key={field} name={field}>
              {String(value)}
            </Fact>
          ))}
        </dl>
      )}
    </section>
  )
}
