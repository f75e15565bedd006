import { invalid } from './errors.js'

/** A request's place in a run of requests, which are numbered from 0; the run's id is the sender's. */
export interface BatchPlace {
  readonly run: string
  readonly number: number
}

/** The header with the place; in the response it says that the service keeps the order. */
export const batchHeader = 'sextant-batch'

/** The header's value: `<run>;<number>`. */
export const batchPlaceText = ({ run, number }: BatchPlace): string => `${run};${number}`

/** Reads the header; null without one. Throws VALIDATION_ERROR. */
export function readBatchPlace(header: string | string[] | undefined): BatchPlace | null {
  if (header === undefined) return null
  const [, run, number] = /^([\w-]{8,64});(\d{1,9})$/.exec(String(header)) ?? []
  if (run === undefined || number === undefined)
    throw invalid(
      batchHeader,
      `${batchHeader} must be an id of 8 to 64 characters, a semicolon and the number of the batch`,
    )
  return { run, number: Number(number) }
}
