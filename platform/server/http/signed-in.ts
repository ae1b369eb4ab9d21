import type { Claim } from '#platform/contract/claims.ts'
import type { Variant } from '#platform/contract/variant.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, as far as the token says, refused or not: for the log. */
    employeeId: string | null
  }
}

/** An employee with everything that decides what he or she may see. */
export interface Employee {
  readonly id: string
  readonly company: string
  readonly number: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly active: boolean
  readonly claims: readonly Claim[]
}

/** Who asks, and in which variant. */
export interface SignedIn {
  readonly employee: Employee
  readonly variant: Variant
  /** Ends the sign-in, though its token would count longer. */
  readonly signOut: () => Promise<void>
}
