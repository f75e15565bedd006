/** A device, and the time after which all its group calls are of interest. */
export interface GroupSpan {
  readonly device_id: string
  readonly from: number
}

/** A group call: a row of traits that names a group (`group_type` and `group_id`, both strings). */
export interface GroupSighting {
  readonly device_id: string
  readonly timestamp: number
  readonly seq: number
  readonly group_type: string
  readonly group_id: string
}

export interface SessionSighting {
  readonly device_id: string
  readonly session_id: string
  readonly timestamp: number
}
