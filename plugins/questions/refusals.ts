import { invalid, unknownQuestion, type ServiceError } from '../../contract/index.js'

/** A 422: the formula of a question reads one that is unknown, or private while the question itself is not. */
export const unknownSeries = (id: string, found: { readonly name: string } | undefined): ServiceError =>
  found === undefined
    ? unknownQuestion('/question', id)
    : invalid(
        '/question',
        `question: question ${JSON.stringify(found.name)} is private; set its visibility to workspace first`,
      )
