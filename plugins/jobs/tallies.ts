import { jobOutcomes, type DeclaredJob, type JobOutcome, type JobTally } from '../../contract/index.js'

export interface Tallies {
  ended(job: string, outcome: JobOutcome, milliseconds: number): void
  of(job: DeclaredJob, running: boolean): JobTally
}

/** Counts the runs of this process. */
export function createTallies(): Tallies {
  const counts = new Map<string, { outcomes: Record<JobOutcome, number>; milliseconds: number }>()
  const countOf = (job: string) => {
    const zeros = Object.fromEntries(jobOutcomes.map((outcome) => [outcome, 0])) as Record<JobOutcome, number>
    const count = counts.get(job) ?? { outcomes: zeros, milliseconds: 0 }
    counts.set(job, count)
    return count
  }
  return {
    ended(job, outcome, milliseconds) {
      const count = countOf(job)
      count.outcomes[outcome] += 1
      count.milliseconds += milliseconds
    },
    of: ({ plugin, definition: { name } }, running) => ({
      job: name,
      plugin,
      running,
      outcomes: { ...countOf(name).outcomes },
      milliseconds: countOf(name).milliseconds,
    }),
  }
}
