/** '2026-11-21 08:15' */
export function timeOf(timestamp: string): string {
  return timestamp.replace('T', ' ').slice(0, 16)
}
