import { list, type Tree } from './tree.js'

/** Number of spans in an ExportTraceServiceRequest. */
export function spansIn(request: Tree): number {
  let spans = 0
  for (const group of list(request, 'resourceSpans'))
    for (const scoped of list(group, 'scopeSpans')) spans += list(scoped, 'spans').length
  return spans
}
