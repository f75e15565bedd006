import { Component, type ComponentChildren } from 'preact'

interface Props {
  readonly onError: (error: unknown) => void
  readonly children?: ComponentChildren
}

/** Shows nothing in place of content that throws while it is rendered, now or at any later time. */
export class Boundary extends Component<Props> {
  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  render({ children }: Props): ComponentChildren {
    return children
  }
}
