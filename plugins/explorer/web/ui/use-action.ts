import { useState } from 'preact/hooks'
import { asApiError, type ApiError } from '../api/error.js'

/** The state of an action started by a click or a form. */
export interface Action {
  readonly busy: boolean
  readonly problem: ApiError | null
  /** Runs the action; returns whether it succeeded, and stores its error. Never rejects. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** The service's error for one field; null if there is none. */
  readonly problemOf: (field: string) => string | null
  /** The error message, or null if there is none or it is about one of these fields. */
  readonly problemBeside: (fields: readonly string[]) => string | null
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const detailOf = (field: string) => problem?.details.find(({ path }) => path.replace(/^\//, '') === field)
  return {
    busy,
    problem,
    async run(work) {
      setBusy(true)
      setProblem(null)
      try {
        await work()
        return true
      } catch (error) {
        setProblem(asApiError(error))
        return false
      } finally {
        setBusy(false)
      }
    },
    problemOf: (field) => detailOf(field)?.message ?? null,
    problemBeside: (fields) =>
      problem === null || fields.some((field) => detailOf(field) !== undefined) ? null : problem.message,
  }
}
