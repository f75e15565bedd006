import { addressGroup } from '../contract/index.js'
import { Refusal, type RefusalReason } from './refusal.js'

/** The sender of a body. `id` is null until a credential of the request is accepted. */
export interface BodyCaller {
  readonly id: string | null
  readonly address: string
}

/** One request's share of the budget. */
export interface BodyShare {
  /** Charges received bytes. Throws UNAVAILABLE if they exceed a limit. */
  readonly take: (bytes: number) => void
  /** Moves the charge to the caller, once known. Throws UNAVAILABLE if it exceeds that caller's limit. */
  readonly moveTo: (id: string | null) => void
  /** Releases everything. */
  readonly close: () => void
}

export interface BodyLimits {
  /** Bytes of all bodies together. */
  readonly bodyMemory: number
  /** Bytes of the bodies of one key or user, and of those of one address. */
  readonly bodyMemoryPerCaller: number
}

/**
 * Bytes of each body that are exempt from the limits, so that a sign-in always succeeds. The number of
 * connections bounds their sum.
 */
export const smallBody = 16 * 1024

interface Pot {
  readonly name: string
  readonly limit: number
  readonly reason: RefusalReason
  readonly full: string
  held: number
}

const retrySeconds = 2

/**
 * Limits the bytes of all bodies being received, decompressed or handled. Bytes count in several pots at
 * once:
 *
 *     a body with an accepted credential   all (128 MB), its key or user (32 MB), its address (32 MB)
 *     a body without one                   all (128 MB), all of these (64 MB), its address (8 MB)
 *
 * A body that is alone in a pot may have any size there, or the largest permitted ones would never be
 * accepted. `onHeld` gets the bytes of all bodies after each change.
 */
export function createBodyBudget(
  { bodyMemory, bodyMemoryPerCaller }: BodyLimits,
  onHeld: (bytes: number) => void = () => undefined,
): (caller: BodyCaller) => BodyShare {
  const pots = new Map<string, Pot>()
  let heldByAll = 0

  function potsOf(id: string | null, group: string): readonly Pot[] {
    const all = pot('all', bodyMemory, 'too many request bodies are in flight (BODY_MEMORY)')
    const own = (name: string, limit: number, full: string): Pot =>
      pot(name, limit, `${full} (BODY_MEMORY_PER_CALLER)`, 'body_memory_per_caller')
    if (id !== null)
      return [
        all,
        own(`caller ${id}`, bodyMemoryPerCaller, 'this key or user has too many request bodies in flight'),
        own(`address ${group}`, bodyMemoryPerCaller, 'this address has too many request bodies in flight'),
      ]
    return [
      all,
      pot(
        'keyless',
        bodyMemory / 2,
        'too many request bodies without a key in a header are in flight (BODY_MEMORY)',
      ),
      own(
        `keyless ${group}`,
        bodyMemoryPerCaller / 4,
        'this address has too many request bodies without a key in a header in flight',
      ),
    ]
  }

  const pot = (name: string, limit: number, full: string, reason: RefusalReason = 'body_memory'): Pot =>
    pots.get(name) ?? { name, limit, reason, full, held: 0 }

  function put(pot: Pot, bytes: number): void {
    const kept = pots.get(pot.name) ?? pot
    kept.held += bytes
    if (kept.held > 0) pots.set(pot.name, kept)
    else pots.delete(pot.name)
  }

  return (caller) => {
    // Most bodies are small and never charged, so their address is not computed.
    let into = (): readonly Pot[] => potsOf(caller.id, addressGroup(caller.address))
    let own = 0
    let charged = 0

    function charge(bytes: number): void {
      const all = into()
      const over = all.find(({ held, limit }) => held > charged && held + bytes > limit)
      if (over !== undefined) throw new Refusal(over.reason, over.full, retrySeconds)
      for (const one of all) put(one, bytes)
      charged += bytes
    }

    function uncharge(): void {
      if (charged > 0) for (const one of into()) put(one, -charged)
      charged = 0
    }

    function hold(bytes: number): void {
      own += bytes
      heldByAll += bytes
      onHeld(heldByAll)
    }

    return {
      take(bytes) {
        const more = Math.min(bytes, own + bytes - smallBody)
        if (more > 0) charge(more)
        hold(bytes)
      },
      moveTo(id) {
        const bytes = charged
        uncharge()
        into = () => potsOf(id, addressGroup(caller.address))
        if (bytes > 0) charge(bytes)
      },
      close() {
        uncharge()
        if (own > 0) hold(-own)
      },
    }
  }
}
