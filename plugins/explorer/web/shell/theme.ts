import { effect, signal } from '@preact/signals'
import { storage } from '../api/storage.js'

const key = 'sextant.theme'

export type Theme = 'system' | 'light' | 'dark'

const kept = storage.read(key)
/** The chosen theme, stored in this browser. */
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

const system = matchMedia('(prefers-color-scheme: dark)')
/** The theme in effect; charts are redrawn when it changes. */
export const shownTheme = signal<'light' | 'dark'>('light')

/** Applies the chosen theme, and follows the system's if `system` is chosen. */
export function applyTheme(): void {
  const show = (): void => {
    const chosen = theme.value
    shownTheme.value = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
  }
  effect(show)
  system.addEventListener('change', show)
}

export function setTheme(chosen: Theme): void {
  theme.value = chosen
  if (chosen === 'system') storage.remove(key)
  else storage.write(key, chosen)
}
