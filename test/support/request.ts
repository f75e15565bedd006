export * from '../kit/request.js'
