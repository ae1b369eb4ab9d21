import type { Claim } from '#platform/contract/claims.ts'

// The claims last heard, so that the menu stands before the network answers. Keyed by subject: never another person's.
const keyOf = (subject: string) => `linjen.claims:${subject}`

export function knownClaims(subject: string): readonly Claim[] | undefined {
  try {
    const claims: unknown = JSON.parse(localStorage.getItem(keyOf(subject)) ?? 'null')
    return Array.isArray(claims) ? (claims as Claim[]) : undefined
  } catch {
    return undefined
  }
}

export function rememberClaims(subject: string, claims: readonly Claim[]): void {
  try {
    localStorage.setItem(keyOf(subject), JSON.stringify(claims))
  } catch {
    // A full or forbidden storage only costs the head start.
  }
}
