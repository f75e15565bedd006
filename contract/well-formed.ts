/** Returns the text without NUL and lone surrogates, as texts are stored: no engine can hold these. */
export const wellFormed = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
