import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../api/error.js'
import type { Answer } from '../api/use-answer.js'
import type { Shared } from '../api/use-shared.js'
import { Button } from './button.js'
import { Icon, type IconName } from './icon.js'

interface StateProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
}

const State = ({ icon, title, children, actions }: StateProps) => (
  <div class="state">
    <span class="state-icon">
      <Icon name={icon} size={22} />
    </span>
    <h3>{title}</h3>
    {children !== undefined && <div class="state-text">{children}</div>}
    {actions !== undefined && <div class="state-actions">{actions}</div>}
  </div>
)

/** Nothing is there, and what one can do about it. */
export const EmptyState = (props: Omit<StateProps, 'icon'> & { readonly icon?: IconName }) => (
  <State {...props} icon={props.icon ?? 'search'} />
)

export const NoRight = ({ needed }: { readonly needed: string }) => (
  <State icon="lock" title="This is not open to you">
    It needs the role {needed} in this workspace. An admin can give it to you.
  </State>
)

export function ErrorState({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => void }) {
  if (error.status === 403)
    return (
      <State icon="lock" title="This is not open to you">
        {sentence(error.message)}
      </State>
    )
  const actions = onRetry && (
    <Button icon="refresh" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <State icon="alert" title={titles[error.code] ?? 'That did not work'} actions={actions}>
      <p role="alert">{sentence(error.message)}</p>
      {error.details.length > 1 && (
        <ul>
          {error.details.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
      {error.status >= 500 && error.requestId !== null && <p class="faint">Request {error.requestId}</p>}
    </State>
  )
}

const titles: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: 'The question cannot be answered like this',
  TIMEOUT: 'This took too long',
  RATE_LIMITED: 'Too many questions at once',
  UNAVAILABLE: 'The storage is not there right now',
  NOT_FOUND: 'There is no such thing',
  OFFLINE: 'No connection',
}

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`
}

const quietFor = 250
const slowFrom = 3_000

/** Says nothing at first, then that it works, and after some seconds for how long, with a way out. */
export function Loading({ since, onCancel }: { readonly since?: number; readonly onCancel?: () => void }) {
  const [begun] = useState(() => since ?? Date.now())
  const [now, setNow] = useState(begun)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), quietFor)
    return () => clearInterval(timer)
  }, [])
  const waited = now - begun
  if (waited < quietFor) return <div class="loading" aria-busy="true" />
  return (
    <div class="loading" role="status" aria-busy="true">
      <span class="loading-bar" />
      <p>
        {waited < slowFrom ? 'Loading…' : `Still working: ${Math.floor(waited / 1000)} s`}
        {waited >= slowFrom && onCancel && (
          <Button small onClick={onCancel}>
            Cancel
          </Button>
        )}
      </p>
    </div>
  )
}

/** What stands in place of all that needs a list which is not there: it is on its way, or refused. */
export const Awaited = ({ list: { error, reload } }: { readonly list: Shared<unknown> }) =>
  error === null ? <Loading /> : <ErrorState error={error} onRetry={reload} />

interface AnsweredProps<T> {
  readonly answer: Answer<T>
  /** Whether there is nothing to show, and then what instead. */
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ComponentChildren
  readonly children: (data: T) => ComponentChildren
}

/** All that an answer can be: on its way, slow, stopped, an error, empty, there. */
export function Answered<T>({ answer, isEmpty, empty, children }: AnsweredProps<T>) {
  const { data, error, since, cancelled, reload, cancel } = answer
  if (error !== null) return <ErrorState error={error} onRetry={reload} />
  if (cancelled && data === null)
    return (
      <EmptyState icon="clock" title="Stopped" actions={<Button onClick={reload}>Ask again</Button>}>
        The question was taken back before it was answered.
      </EmptyState>
    )
  if (data === null) return <Loading {...(since === null ? {} : { since })} onCancel={cancel} />
  return (
    <div class={since === null ? 'answered' : 'answered stale'} aria-busy={since !== null}>
      {since !== null && <Loading since={since} onCancel={cancel} />}
      {isEmpty?.(data) === true ? (empty ?? <NothingFound />) : children(data)}
    </div>
  )
}

const NothingFound = () => (
  <EmptyState title="Nothing in this range">Take a longer range, or fewer filters.</EmptyState>
)
