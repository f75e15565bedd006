export const respond = null
