/** The display name of a field: without the prefix that the API requires. */
export const fieldName = (name: string): string => name.replace(/^(properties|labels|message)\./, '')
