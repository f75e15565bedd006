interface Given {
  /** The index of the date under the cursor; null if there is none. */
  readonly at: number | null
  /** The index of the date at which a choice by Shift began; null if there is none. */
  readonly anchor: number | null
  readonly last: number
  readonly move: (index: number) => void
  /** Shows the dates from `from` as chosen; null chooses nothing. */
  readonly select?: (from: number | null, to: number) => void
  readonly zoom?: (first: number, last: number) => void
  readonly open: () => void
}

/** The keys of a chart: arrows, Home and End move; with Shift they choose a range, which Enter shows and Escape leaves. */
export function chartKeys({ at, anchor, last, move, select, zoom, open }: Given) {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at === null ? 0 : Math.min(at + 1, last),
    ArrowLeft: at === null ? last : Math.max(at - 1, 0),
    Home: 0,
    End: last,
  }
  return (event: KeyboardEvent): void => {
    const target = targets[event.key]
    if (target !== undefined) {
      event.preventDefault()
      move(target)
      const from = event.shiftKey ? (anchor ?? at ?? target) : null
      if (from !== null || anchor !== null) select?.(from, target)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (anchor !== null && at !== null && zoom !== undefined)
        zoom(Math.min(anchor, at), Math.max(anchor, at))
      else open()
    } else if (event.key === 'Escape' && anchor !== null && at !== null) {
      event.preventDefault()
      select?.(null, at)
    }
  }
}
