import { autoUpdate, computePosition, flip, offset, shift, size } from '@floating-ui/dom'

const distance = 6
const margin = 8
/** A list of fewer pixels would not be worth opening on that side. */
const leastHeight = 120

/** Phones have the panel at the bottom of the screen, by the style sheet. */
const phone = matchMedia('(max-width: 560px)')

/**
 * Keeps a panel below its button or, where there is no room, above it, and inside the window, also while the page
 * scrolls. Returns the function that ends this.
 */
export function keepBeside(button: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): () => void {
  const place = (): void => {
    if (phone.matches) {
      for (const name of ['left', 'top', 'max-height']) panel.style.removeProperty(name)
      return
    }
    void computePosition(button, panel, {
      strategy: 'fixed',
      placement: align === 'end' ? 'bottom-end' : 'bottom-start',
      middleware: [
        offset(distance),
        flip({ padding: margin }),
        shift({ padding: margin }),
        size({
          padding: margin,
          apply: ({ availableHeight }) =>
            void (panel.style.maxHeight = `${Math.max(leastHeight, availableHeight)}px`),
        }),
      ],
    }).then(({ x, y }) => Object.assign(panel.style, { left: `${x}px`, top: `${y}px` }))
  }
  return autoUpdate(button, panel, place)
}
