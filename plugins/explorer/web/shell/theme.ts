import { effect, signal } from '@preact/signals'

const key = 'sextant.theme'

export type Theme = 'system' | 'light' | 'dark'

const kept = localStorage.getItem(key)
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

const system = matchMedia('(prefers-color-scheme: dark)')
/** What is shown in the end; charts are drawn anew when it changes. */
export const shownTheme = signal<'light' | 'dark'>('light')

/** Follows the choice, and the system where there is none. */
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
  if (chosen === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, chosen)
}
