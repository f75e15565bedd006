import { auth } from '../plugins/auth/index.js'

export const respond = auth
