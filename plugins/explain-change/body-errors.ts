import { ServiceError } from '../../contract/index.js'
import { input } from './input.js'

const bodyNames = new Set(Object.keys(input.properties))

/**
 * Returns a 422 about a parameter of the metric as one about the body. `places` has the body's path for parameters that
 * have another name there; what the body does not know is a parameter of the metric's own. Other errors are returned as
 * they are.
 *
 *     range      before       (places: { range: 'before' })
 *     property   params/property
 *     timezone   timezone
 */
export function inBody(error: unknown, places: Readonly<Record<string, string>> = {}): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') return error
  const [first] = error.details
  const place = first === undefined ? null : placeOf(first.path, places)
  if (place === null) return error
  const details = error.details.map(({ path, message }) => ({
    path: `/${placeOf(path, places) ?? path.replace(/^\//, '')}`,
    message,
  }))
  return new ServiceError('VALIDATION_ERROR', `${place}: ${error.message}`, { details, cause: error })
}

/** Returns the path in the body, without a leading slash; null if it is the parameter's own. */
function placeOf(path: string, places: Readonly<Record<string, string>>): string | null {
  const [name = ''] = path.replace(/^\//, '').split(/[/.[]/)
  return places[name] ?? (bodyNames.has(name) ? null : `params/${name}`)
}
