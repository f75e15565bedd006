/**
 * Returns a name as a quoted identifier. Backslash and backtick are the only special characters inside the
 * quotes.
 */
export const identifier = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
