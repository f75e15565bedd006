import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Programs without a window. They need two fifths of the whole browser's processor time, because tests open many new profiles. */
const headless = ['chromium-headless-shell', 'chrome-headless-shell']
const names = [
  ...headless,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
]
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export const noChromium =
  'no Chromium found; install one (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path'

/**
 * Returns the path of a Chromium: CHROMIUM, else the first of the usual names on PATH, headless shells before others, or
 * of macOS; null if there is none.
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | null {
  const { CHROMIUM: given = '', PATH: path = '' } = environment
  if (given !== '') return isExecutable(given) ? given : null
  const places = path.split(delimiter).filter((folder) => folder !== '')
  const found = names.flatMap((name) => places.map((folder) => join(folder, name)))
  return [...found, ...applications].find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
