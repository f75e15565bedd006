import Type, { type TSchema } from 'typebox'
import { named } from './named-schema.js'

/** A field of an answer that may be null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** A time in an answer. */
export const timeSchema = named('Time', Type.String({ description: 'ISO 8601, UTC, with milliseconds' }))
