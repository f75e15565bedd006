import type { ComponentChildren } from 'preact'

interface Props {
  readonly look?: string
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A form that is sent by the page itself: the browser loads nothing for it. */
export const Form = ({ look = 'form', onSubmit, children }: Props) => (
  <form
    class={look}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
  </form>
)
