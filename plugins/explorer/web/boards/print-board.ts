import { shownTheme } from '../shell/theme.js'

/** Prints the board, or saves it as PDF: in light colours, at the width of a page, once its charts have that width. */
export async function printBoard(): Promise<void> {
  const { documentElement: root } = document
  const [theme, shown] = [root.dataset['theme'], shownTheme.value]
  root.classList.add('printing')
  root.dataset['theme'] = 'light'
  shownTheme.value = 'light'
  try {
    await drawn()
    print()
  } finally {
    root.classList.remove('printing')
    if (theme === undefined) delete root.dataset['theme']
    else root.dataset['theme'] = theme
    shownTheme.value = shown
  }
}

/** Charts follow their width after the next frame. */
const drawn = async (): Promise<void> => {
  for (let frame = 0; frame < 4; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
