import { leavesOf } from './flatten.js'

interface Props {
  readonly of: Readonly<Record<string, unknown>>
  readonly most: number
}

/** The first few fields of a row, inline. */
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
