export { demoLines, fillDemo } from './fill.js'
