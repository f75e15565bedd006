/** The title of the open view. */
export const titleOfPage = (): string => document.title.replace(/ · Sextant$/, '')
