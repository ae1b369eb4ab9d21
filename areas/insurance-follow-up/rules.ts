/** Sums kronor exactly to the öre; unsettled costs count as nothing. */
export function sumOf(costs: readonly (number | null)[]): number {
  return costs.reduce<number>((sum, cost) => sum + Math.round((cost ?? 0) * 100), 0) / 100
}
