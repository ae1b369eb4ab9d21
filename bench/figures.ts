/** The median of the values; for an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing was measured')
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] as number
  return sorted.length % 2 ? upper : ((sorted[half - 1] as number) + upper) / 2
}

/** The median ratio of two series, paired round by round, so that slow phases of the whole machine cancel out. */
export function medianRatio(series: readonly number[], against: readonly number[]): number {
  return median(ratios(series, against))
}

/** The lowest and the highest ratio of a round. */
export function spreadOfRatios(series: readonly number[], against: readonly number[]): readonly [number, number] {
  const all = ratios(series, against)
  return [Math.min(...all), Math.max(...all)]
}

function ratios(series: readonly number[], against: readonly number[]): number[] {
  if (series.length !== against.length) throw new Error('rounds do not pair')
  return series.map((value, round) => value / (against[round] as number))
}

/** A percentile of the values: with a `share` of 0.99, the 99th. Returns 0 if there are no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
