import { invalid, type ServiceError } from '../../../core/contract/index.js'

export const refuse = (message: string): ServiceError => invalid('query', message)
