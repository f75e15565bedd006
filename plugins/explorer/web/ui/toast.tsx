import { signal } from '@preact/signals'

interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
}

const toasts = signal<readonly Toast[]>([])
const shownFor = 5_000
let last = 0

/** Shows a short message that disappears after five seconds. */
export function toast(text: string, { bad = false } = {}): void {
  const id = ++last
  toasts.value = [...toasts.value, { id, text, bad }]
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id)
  }, shownFor)
}

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, bad }) => (
      <p key={id} class={bad ? 'bad' : ''}>
        {text}
      </p>
    ))}
  </div>
)
