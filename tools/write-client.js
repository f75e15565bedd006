// Writes the types of sextant/client; needs a build. `npm run docs`
import { writeFileSync } from 'node:fs'
import { describeApi } from '../build/app/describe-api.js'
import { clientTypes, typesFile } from './client-types.js'

writeFileSync(typesFile, await clientTypes(describeApi()))
