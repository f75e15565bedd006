/** A step in the answer of POST /api/v1/funnels. Rates are shares (0 to 1). */
export interface StepResult {
  readonly step: number
  readonly event: string
  readonly count: number
  readonly overall_rate: number
  readonly step_rate: number
  readonly drop_off: number
  readonly avg_seconds: number | null
  readonly median_seconds: number | null
  readonly p90_seconds: number | null
}

export interface FunnelResult {
  readonly steps: readonly StepResult[]
  readonly overall_conversion: number
  readonly breakdowns?: readonly FunnelGroup[]
}

export interface FunnelGroup {
  readonly dimension: string
  readonly dimensions?: readonly string[]
  readonly steps: readonly StepResult[]
  readonly overall_conversion: number
}
