/** Background and text colour for a share (0 to 1). Skips strengths on which neither light nor dark text is readable. */
export function shade(share: number): { readonly background: string; readonly color: string } {
  const strength = share === 0 ? 0 : share === 1 ? 92 : 6 + Math.round(share ** 0.85 * 64)
  return {
    background: `color-mix(in oklab, var(--accent) ${strength}%, var(--surface))`,
    color: strength > 75 ? 'var(--on-accent)' : 'var(--text)',
  }
}
