import type { Claim } from '#platform/contract/claims.ts'
import { fits } from '#platform/contract/fits.ts'
import { readStored, store } from '../page/stored.ts'

// The last known claims, so that the menu is shown before the network answers. The key has the subject, so that nobody
// gets another person's claims.
const keyOf = (subject: string) => `linjen.claims:${subject}`

const sample = [{ type: '', value: '' }]

export const areClaims = (value: unknown): value is readonly Claim[] => fits(value, sample)

export const knownClaims = (subject: string) => readStored(keyOf(subject), sample) as readonly Claim[] | undefined

export const rememberClaims = (subject: string, claims: readonly Claim[]): void => store(keyOf(subject), claims)
