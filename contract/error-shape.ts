import Type from 'typebox'
import { errorCatalogue, type ErrorCode } from './errors.js'
import { named } from './named-schema.js'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

/** The body of every error response. */
export const errorShape = named(
  'Error',
  Type.Object(
    {
      error: named('ErrorCode', Type.Enum(codes, { description: 'See docs/errors.md' })),
      message: Type.String({ description: 'What is wrong and how to fix it' }),
      details: Type.Optional(
        Type.Array(
          named(
            'ErrorDetail',
            Type.Object({
              path: Type.String({ description: 'The name of a parameter or a JSON pointer into the body' }),
              message: Type.String(),
            }),
          ),
        ),
      ),
      request_id: Type.Optional(Type.String({ description: 'The id of the request in the log' })),
    },
    { description: 'The envelope of errors' },
  ),
)
