import type { Claim } from '#platform/contract/claims.ts'
import type { Variant } from '#platform/contract/variant.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The employee that the token names, whether refused or not: for the log. */
    employeeId: string | null
  }
}

/** A role in the office that an employee has now. `area` and `category` limit it to a part of the company; null is all of it. */
export interface HeldRole {
  readonly role: string
  readonly area: string | null
  readonly category: string | null
  /** The holder of the role, if the employee has it as a deputy. */
  readonly deputyFor: { readonly id: string; readonly name: string } | null
  /** Taken in an emergency, for a few hours: the employees whose cases are read with it are notified. */
  readonly emergency?: boolean
}

/** An employee with everything that determines what he or she may see. */
export interface Employee {
  readonly id: string
  readonly company: string
  readonly number: string
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly active: boolean
  readonly claims: readonly Claim[]
  readonly roles: readonly HeldRole[]
}

/** The employee in whose scope a request runs: a store's statements stay within the company and what he or she may see. */
export type RequestScope = Pick<Employee, 'id' | 'company'>

/** The signed-in employee and the variant of the request. */
export interface SignedIn {
  readonly employee: Employee
  readonly variant: Variant
  /** Ends the sign-in, although its token has not expired. */
  readonly signOut: () => Promise<void>
}
