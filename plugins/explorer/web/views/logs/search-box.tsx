import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.js'
import { logsText } from '../../text/logs.js'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
}

const patience = 300

/** Searches for a string in the messages while it is typed. */
export function SearchBox({ value, onChange }: Props) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), patience)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <form
      class="search-box"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed)
      }}
    >
      <Icon name="search" size={16} />
      <input
        class="input"
        type="search"
        aria-label={logsText.searchMessages}
        placeholder={logsText.searchMessages}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}
