import * as z from 'zod/mini'

/** What the training portal's sign-in receives about the employee. */
export const TrainingUser = z.object({
  /** The employee number, which identifies an employee within the company. */
  externalUserId: z.string(),
  companyId: z.string(),
  displayName: z.string(),
  /** Empty if the employee has given none. */
  email: z.string(),
})
export type TrainingUser = z.infer<typeof TrainingUser>
