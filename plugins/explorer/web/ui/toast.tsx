import { signal } from '@preact/signals'

interface Toast {
  readonly id: number
  readonly text: string
  readonly bad: boolean
  readonly action: ToastAction | null
}

/** A button in a message, such as Undo. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Options {
  readonly bad?: boolean
  readonly action?: ToastAction | null
}

const toasts = signal<readonly Toast[]>([])
const shownFor = 5_000
const shownWithAction = 10_000
let last = 0

/** Shows a short message that disappears after five seconds; after ten if it has a button. */
export function toast(text: string, { bad = false, action = null }: Options = {}): void {
  const id = ++last
  toasts.value = [...toasts.value, { id, text, bad, action }]
  setTimeout(() => close(id), action === null ? shownFor : shownWithAction)
}

function close(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id)
}

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, bad, action }) => (
      <p key={id} class={bad ? 'bad' : ''}>
        {text}
        {action !== null && (
          <button
            type="button"
            onClick={() => {
              close(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </p>
    ))}
  </div>
)
