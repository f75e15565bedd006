import type { ComponentChildren } from 'preact'

/** The explorer's layout as parts, so that pages need none of its class names. */
interface Props {
  readonly children?: ComponentChildren
}

export const Card = ({ flush = false, children }: Props & { readonly flush?: boolean }) => (
  <div class={flush ? 'card flush' : 'card'}>{children}</div>
)

export const Row = ({ children }: Props) => <div class="row">{children}</div>
export const Stack = ({ children }: Props) => <div class="stack">{children}</div>
export const Soft = ({ children }: Props) => <span class="soft">{children}</span>

type TagLook = 'plain' | 'accent' | 'good' | 'bad' | 'warn'

export const Tag = ({ look = 'plain', children }: Props & { readonly look?: TagLook }) => (
  <span class={look === 'plain' ? 'tag' : `tag ${look}`}>{children}</span>
)
