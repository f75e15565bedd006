import Type, { type TSchema } from 'typebox'
import { workspaceRoles } from '../../core/contract/index.js'

export const Time = Type.String({ description: 'ISO 8601, UTC, with milliseconds' })

export const WorkspaceRoleName = Type.Enum([...workspaceRoles])

/** Trimmed by readName(); the bounds hold before and after. */
export const Name = Type.String({ minLength: 1, maxLength: 200 })

export const data = <T extends TSchema>(schema: T) => Type.Object({ data: schema })

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
