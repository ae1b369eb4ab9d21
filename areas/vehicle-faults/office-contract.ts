import * as z from 'zod/mini'
import { forSomebody } from '#core/cases/on-behalf.ts'
import { AddFault } from './contract.ts'

// In a separate file from contract.ts, because the employee's screen does not need it.

/** A report that the office enters for an employee who has called. */
export const AddFaultFor = z.extend(AddFault, forSomebody)
export type AddFaultFor = z.infer<typeof AddFaultFor>

export const Entered = z.object({ number: z.string() })
export type Entered = z.infer<typeof Entered>
