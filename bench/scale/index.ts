import { writeResult } from '../run/results.js'
import { resultsFolder } from '../charts/draw.js'
import { readConstants } from './constants.js'
import { scalePage } from './page.js'
import { pagesIn } from './tables.js'

/**
 * npm run bench:scale: predicts what larger machines and clusters need, by a model made of the measured tables alone.
 * Writes bench/results/scale.md, with each prediction beside the measurement.
 */
writeResult('scale', scalePage(readConstants(pagesIn(resultsFolder))))
