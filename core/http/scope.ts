import { asValue, type AwilixContainer } from 'awilix'
import { abortedWith } from './cancellation.js'
import type { RequestCradle, RequestData, Step } from './context.js'

/** Each request has a container of its own inside the service's, so that no singleton can hold its data. */
export function scope(container: AwilixContainer, clock: () => number): Step {
  return (ctx, next) => {
    const request: RequestData = {
      now: clock(),
      address: ctx.ip,
      signal: abortedWith(ctx.res),
      credential: null,
      admission: null,
      body: undefined,
      input: null,
      readsData: false,
    }
    const scoped = container.createScope<RequestCradle>()
    scoped.register({ request: asValue(request), requestId: asValue(ctx.state.requestId) })
    ctx.state.request = request
    ctx.state.scope = scoped
    return next()
  }
}
