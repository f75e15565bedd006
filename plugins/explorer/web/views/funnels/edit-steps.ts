import type { Exclusion, FunnelState } from './state.js'

/** Removes a step; shifts the exclusions and drops those without steps left between. */
export function withoutStep({ steps, exclusions }: FunnelState, index: number): Partial<FunnelState> {
  const left = steps.filter((_, place) => place !== index)
  const removed = index + 1
  const shifted = (step: number): number => (step > removed ? step - 1 : step)
  const kept = exclusions
    .map((one): Exclusion => ({ ...one, from_step: shifted(one.from_step), to_step: shifted(one.to_step) }))
    .map((one): Exclusion => ({ ...one, to_step: Math.min(one.to_step, left.length) }))
    .filter(({ from_step, to_step }) => from_step < to_step)
  return { steps: left, exclusions: kept, people: '' }
}
