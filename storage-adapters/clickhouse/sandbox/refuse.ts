import { invalid, type ServiceError } from '../../../core/contract/index.js'

/** A 422 about a member's statement. */
export const reject = (message: string): ServiceError => invalid('query', message)

export const onlyOneSelect = 'only one SELECT statement is allowed'
export const noSettings = 'SETTINGS is not supported'
export const partUnsupported = 'part of the statement is not supported'
