import type { ComponentChildren } from 'preact'

interface Props {
  readonly title: string
  readonly summary?: ComponentChildren
  /** At the right: what can be done with the view as a whole. */
  readonly children?: ComponentChildren
}

/** The head of a view. */
export const PageHead = ({ title, summary, children }: Props) => (
  <header class="page-head">
    <div>
      <h1>{title}</h1>
      {summary !== undefined && <p>{summary}</p>}
    </div>
    {children !== undefined && <div class="row">{children}</div>}
  </header>
)
