export { insert } from './memory/insert.js'
