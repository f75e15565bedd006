import type { ComponentChildren } from 'preact'

interface Props {
  readonly look?: string
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A form whose submit is handled by the page: the browser does not navigate. */
export const Form = ({ look = 'form', onSubmit, children }: Props) => (
  <form
    class={look}
    onSubmit={(event) => {
      event.preventDefault()
      // A form in a panel of another form submits itself only.
      event.stopPropagation()
      onSubmit()
    }}
  >
    {children}
  </form>
)
