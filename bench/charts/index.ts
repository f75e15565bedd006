import { drawCharts } from './draw.js'

/** npm run bench:charts: draws the charts of docs/performance.md from the tables in bench/results, without measuring. */
drawCharts()
