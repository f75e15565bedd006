import { page } from './web/page.js'

export const login = page
