import { shownTheme } from '../shell/theme.js'
import { beginAll } from './use-turn.js'

/** Prints the board, or saves it as PDF: in light colours, at the width of a page, once its charts are there with that width. */
export async function printBoard(): Promise<void> {
  const { documentElement: root } = document
  const [theme, shown] = [root.dataset['theme'], shownTheme.value]
  root.classList.add('printing')
  root.dataset['theme'] = 'light'
  shownTheme.value = 'light'
  beginAll()
  try {
    await answered()
    await drawn()
    print()
  } finally {
    root.classList.remove('printing')
    if (theme === undefined) delete root.dataset['theme']
    else root.dataset['theme'] = theme
    shownTheme.value = shown
  }
}

/** Milliseconds to wait for tiles that have not answered; those that take longer are printed without it. */
const patience = 15_000

async function answered(): Promise<void> {
  const until = Date.now() + patience
  while (document.querySelector('.board [aria-busy=true]') !== null && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Charts follow their width after the next frame. */
const drawn = async (): Promise<void> => {
  for (let frame = 0; frame < 4; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
