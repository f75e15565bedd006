import type { ComponentChildren } from 'preact'

interface Props {
  readonly title: string
  readonly summary?: ComponentChildren
  /** Actions for the whole view, shown at the right. */
  readonly children?: ComponentChildren
}

/** The header of a view: title, summary and actions. */
export const PageHead = ({ title, summary, children }: Props) => (
  <header class="page-head">
    <div>
      <h1>{title}</h1>
      {summary !== undefined && <p>{summary}</p>}
    </div>
    {children !== undefined && <div class="row">{children}</div>}
  </header>
)
