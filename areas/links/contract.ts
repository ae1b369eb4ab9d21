import * as z from 'zod/mini'

/** What the training portal's sign-in is told of the employee. */
export const TrainingUser = z.object({
  /** The employee number: names an employee within the company. */
  externalUserId: z.string(),
  companyId: z.string(),
  displayName: z.string(),
  /** Empty where the employee has given none. */
  email: z.string(),
})
export type TrainingUser = z.infer<typeof TrainingUser>
