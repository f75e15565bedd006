/** A line's colour, shown next to its name. */
export const Swatch = ({ color, dashed = false }: { readonly color: string; readonly dashed?: boolean }) => (
  <span class={dashed ? 'swatch dashed' : 'swatch'} style={{ color }} />
)
