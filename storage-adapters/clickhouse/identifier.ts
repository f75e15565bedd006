/** A name as a quoted identifier: backslash and backtick are the two characters that mean something inside. */
export const identifier = (name: string): string =>
  `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
