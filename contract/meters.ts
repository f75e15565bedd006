/** A metric of the service itself, which operators read at /metrics. */
export interface MeterDefinition {
  /** As Prometheus names metrics: `sextant_jobs_running`, `comments_stored_total`. Unique in the service. */
  readonly name: string
  /** A sentence. */
  readonly help: string
  readonly labels?: readonly string[]
  /**
   * Supplies all values when /metrics is read, in place of set() and increment(). One that throws is logged with the
   * metric's name, and the metric has no values then.
   */
  readonly read?: () => readonly MeterReading[]
}

export interface MeterReading {
  readonly value: number
  readonly labels?: MeterLabels
}

/** A value for each label of the definition. */
export type MeterLabels = Readonly<Record<string, string>>

export interface GaugeMeter {
  set(value: number, labels?: MeterLabels): void
}

export interface CounterMeter {
  /** Adds `by`, 1 by default; 0 makes a combination of labels visible. */
  increment(labels?: MeterLabels, by?: number): void
}

/** Creates metrics. A name that is taken or malformed throws. */
export interface Meters {
  /** A value that goes up and down. */
  gauge(definition: MeterDefinition): GaugeMeter
  /** A sum that only grows. */
  counter(definition: MeterDefinition): CounterMeter
}
