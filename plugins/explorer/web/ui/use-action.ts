import { useState } from 'preact/hooks'
import { asApiError, type ApiError } from '../api/error.js'

/** Something that a click or a form does, and what became of it. */
export interface Action {
  readonly busy: boolean
  readonly problem: ApiError | null
  /** True: it was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  /** What is wrong with one field of the form, as the service says. */
  readonly problemOf: (field: string) => string | null
  /** What is wrong apart from these fields. */
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
