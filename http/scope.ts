import { asValue, type AwilixContainer } from 'awilix/browser'
import type { Settings } from '../contract/index.js'
import { abortedWith } from './cancellation.js'
import { clientAddress } from './client-address.js'
import type { RequestCradle, RequestData, Step } from './context.js'

/** Gives each request its own container inside the service's, so that no singleton can keep its data. */
export function scope(
  container: AwilixContainer,
  clock: () => number,
  { trustProxy }: Pick<Settings, 'trustProxy'>,
): Step {
  return (ctx, next) => {
    const request: RequestData = {
      plugin: 'core',
      now: clock(),
      address: clientAddress(
        ctx.get('X-Forwarded-For') || undefined,
        ctx.req.socket.remoteAddress ?? '',
        trustProxy,
      ),
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
