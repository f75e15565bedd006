export const insert = null
