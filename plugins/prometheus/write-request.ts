import protobuf from 'protobufjs/minimal.js'
import { ServiceError, tooManyParts } from '../../contract/index.js'
import { Undecodable } from './undecodable.js'

export interface Sample {
  readonly value: number
  /** Milliseconds since 1970 UTC. */
  readonly timestamp: number
}

/** A series of a WriteRequest. */
export interface TimeSeries {
  readonly labels: ReadonlyMap<string, string>
  readonly samples: readonly Sample[]
  /** Number of native histograms, which are not supported. */
  readonly histograms: number
}

/** Limit of messages: two bytes make a label of a hundred, so a limit of the body's length is not enough. */
const mostParts = 2_000_000

const [fixed64, delimited, group] = [1, 2, 3]

/** The series of a prometheus.WriteRequest 1.0, without its metadata (see README.md). Throws Undecodable, and PAYLOAD_TOO_LARGE. */
export function readWriteRequest(bytes: Uint8Array): readonly TimeSeries[] {
  const reader = protobuf.Reader.create(bytes)
  const all: TimeSeries[] = []
  let left = mostParts
  const part = (): void => {
    if (--left < 0) throw tooManyParts()
  }

  /** Calls `read` for each field of a message that ends at `end`; `read` returns false for unknown fields. */
  const fields = (end: number, read: (field: number, wire: number) => boolean): void => {
    part()
    while (reader.pos < end) {
      const tag = reader.uint32()
      const wire = tag & 7
      if (wire === group) throw unreadable()
      if (!read(tag >>> 3, wire)) reader.skipType(wire)
      if (reader.pos > end) throw unreadable()
    }
  }
  const message = (read: (field: number, wire: number) => boolean): void => {
    const end = reader.uint32() + reader.pos
    if (end > bytes.length) throw unreadable()
    fields(end, read)
  }

  const label = (labels: Map<string, string>): void => {
    let [name, value] = ['', '']
    message((field, wire) => {
      if (wire !== delimited || field > 2) return false
      const text = reader.string()
      if (field === 1) name = text
      else value = text
      return true
    })
    labels.set(name, value)
  }
  const sample = (): Sample => {
    let [value, timestamp] = [0, 0]
    message((field, wire) => {
      if (field === 1 && wire === fixed64) value = reader.double()
      else if (field === 2 && wire === 0) timestamp = Number((reader.int64() as Digits).toString())
      else return false
      return true
    })
    return { value, timestamp }
  }
  const series = (): TimeSeries => {
    const labels = new Map<string, string>()
    const samples: Sample[] = []
    let histograms = 0
    message((field, wire) => {
      if (wire !== delimited) return false
      if (field === 1) label(labels)
      else if (field === 2) samples.push(sample())
      else {
        if (field === 4) histograms++
        return false
      }
      return true
    })
    return { labels, samples, histograms }
  }

  try {
    fields(bytes.length, (field, wire) => {
      if (field !== 1 || wire !== delimited) return false
      all.push(series())
      return true
    })
  } catch (error) {
    if (error instanceof Undecodable || error instanceof ServiceError) throw error
    throw new Undecodable(unreadable().message, { cause: error })
  }
  return all
}

interface Digits {
  toString(): string
}

const unreadable = (): Undecodable => new Undecodable('the body is not a prometheus.WriteRequest')
