/** A line's colour beside its name. */
export const Swatch = ({ color, dashed = false }: { readonly color: string; readonly dashed?: boolean }) => (
  <span class={dashed ? 'swatch dashed' : 'swatch'} style={{ color }} />
)
