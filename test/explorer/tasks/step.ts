/** An element by its role and accessible name, the first one; inside another one if several have that name. */
export interface Target {
  readonly role: 'button' | 'link' | 'menuitem' | 'menuitemradio' | 'combobox' | 'application'
  readonly name: string | RegExp
  readonly within?: { readonly role: 'dialog' | 'region' | 'group'; readonly name: string | RegExp }
  /** The last one with that name in place of the first. */
  readonly last?: true
}

/**
 * One thing that a person does. `click`, `choose` (an option of a select), `type` (into what has the focus),
 * `fill` (moves to a field, and types), `press` and `point` (at the middle of a chart) are one step each; `go`
 * is a click on the navigation, or three keys of the palette.
 */
export type Step =
  | { readonly click: Target }
  | { readonly choose: string | RegExp; readonly option: string }
  | { readonly type: string; readonly found?: RegExp }
  | { readonly fill: string | RegExp; readonly text: string }
  | { readonly press: string }
  | { readonly point: string | RegExp }
  | { readonly go: string }

export const click = (role: Target['role'], name: string | RegExp, within?: Target['within']): Step => ({
  click: { role, name, ...(within === undefined ? {} : { within }) },
})

/** Types into an open list, and takes the option that comes first: two steps. */
export const find = (text: string, found: RegExp): readonly Step[] => [
  { type: text, found },
  { press: 'Enter' },
]

/** Opens the palette, and takes the entry that comes first: three steps. */
export const palette = (text: string, found: RegExp): readonly Step[] => [
  { press: 'Control+k' },
  ...find(text, found),
]
