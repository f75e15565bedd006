/** Most severe first. */
export const levels = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
  'trace',
] as const

export type Level = (typeof levels)[number]

export const isLevel = (value: unknown): value is Level => levels.includes(value as Level)

const colors: Readonly<Record<Level, string>> = {
  emergency: 'light-dark(#7f1d1d, #ef4444)',
  alert: 'light-dark(#991b1b, #f05252)',
  critical: 'light-dark(#b91c1c, #f87171)',
  error: 'light-dark(#dc2626, #f98080)',
  warning: 'light-dark(#d97706, #fbbf24)',
  notice: 'light-dark(#0284c7, #38bdf8)',
  info: 'light-dark(#6d76c9, #8a93d8)',
  debug: 'light-dark(#8b8f9c, #868a97)',
  trace: 'light-dark(#b4b7c1, #5f636e)',
}

export const levelColor = (level: string): string => (isLevel(level) ? colors[level] : colors.info)

/** The CSS class of a line's level tag. */
export const levelLook = (level: string): string =>
  ['emergency', 'alert', 'critical', 'error'].includes(level)
    ? 'bad'
    : level === 'warning'
      ? 'warn'
      : level === 'notice'
        ? 'accent'
        : ''
