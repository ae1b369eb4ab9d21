import * as z from 'zod/mini'
import { forSomebody } from '#core/cases/on-behalf.ts'
import { AddFault } from './contract.ts'

// Apart from contract.ts, of which the employee's screen needs no more.

/** The employee's own report, written down by the office for somebody who has called. */
export const AddFaultFor = z.extend(AddFault, forSomebody)
export type AddFaultFor = z.infer<typeof AddFaultFor>

export const Entered = z.object({ number: z.string() })
export type Entered = z.infer<typeof Entered>
