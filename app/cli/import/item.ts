/** The error of a line that is not a JSON object. */
export const notAnObject = 'the line must be a JSON object'
