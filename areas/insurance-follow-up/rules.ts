/** Sums kronor to the öre: what is not settled counts nothing. */
export function sumOf(costs: readonly (number | null)[]): number {
  return costs.reduce<number>((sum, cost) => sum + Math.round((cost ?? 0) * 100), 0) / 100
}
