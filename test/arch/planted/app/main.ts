export const main = null
