import Type, { type TObject } from 'typebox'
import type { ExporterDefinition } from '../../contract/index.js'
import type { AnyRoute } from './definitions.js'

interface OwnedRoute {
  readonly plugin: string
  readonly definition: AnyRoute
}

/** Gives a route with `exports` the names and the media types of all exporters. */
export function withFormats<R extends OwnedRoute>(
  route: R,
  exporters: ReadonlyMap<string, { readonly definition: ExporterDefinition }>,
): R {
  const { body, produces = ['application/json'], exports } = route.definition
  if (exports !== true) return route
  const all = [...exporters.values()].map(({ definition }) => definition)
  const own = body as TObject
  const format = Type.Optional(
    Type.Enum(['json', ...all.map(({ name }) => name)], {
      default: 'json',
      description: [
        'json for the answer described here; other formats are streamed as a file with the columns of the statement',
        ...all.map(({ name, summary }) => `${name}: ${summary}`),
      ].join('; '),
    }),
  )
  const definition = {
    ...route.definition,
    body: { ...own, properties: { ...own.properties, format } } as TObject,
    produces: [...new Set([...produces, ...all.map(({ mediaType }) => mediaType)])],
  }
  return Object.freeze({ ...route, definition: Object.freeze(definition) })
}
