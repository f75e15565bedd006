import { invalid, type ServiceError } from '../../../contract/index.js'

/** A 422 about a member's statement. */
export const reject = (message: string): ServiceError => invalid('query', message)

export const onlyOneSelect = 'only one SELECT statement is allowed'
export const noSettings = 'SETTINGS is not available'
export const noForm = 'this form of SQL is not available'
