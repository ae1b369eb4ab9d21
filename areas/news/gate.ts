import type { Gate } from '#platform/contract/claims.ts'

// In a separate file from the calls, so that the area's door does not bring them into the first load.

export const newsGate: Gate = { anyOf: ['NewsEnabled'] }

/** The dashboard's blocks check the page's gate and their own flag. */
export const newsBlockGate: Gate = { ...newsGate, unlessBlacklisted: 'NewsEnabled' }
