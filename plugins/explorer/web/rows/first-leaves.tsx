import { leavesOf } from './flatten.js'

interface Props {
  readonly of: Readonly<Record<string, unknown>>
  readonly most: number
}

/** A few values of a row in the run of its line. */
export const FirstLeaves = ({ of, most }: Props) => (
  <span class="properties">
    {leavesOf(of)
      .slice(0, most)
      .map(({ field, value }) => (
        <span key={field}>
          <span class="faint">{field}</span> {String(value)}{' '}
        </span>
      ))}
  </span>
)
