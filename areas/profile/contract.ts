import * as z from 'zod/mini'
import { detailSchemas, type NewDetails } from '#core/people/contract.ts'
import { isNational, onTheWire } from '#core/people/rules.ts'

/** The form's fields: phone numbers are the digits after +46. */
export const DetailsForm = z.strictObject(detailSchemas(isNational))
export type DetailsForm = z.infer<typeof DetailsForm>

/** The form of an employee who can neither fill in nor correct the fields in `companyOwned`: they are not checked. */
export const detailsForm = (companyOwned: readonly string[]): z.ZodMiniType<DetailsForm, DetailsForm> =>
  z.strictObject({
    ...DetailsForm.shape,
    ...Object.fromEntries(
      companyOwned.filter((field) => field in DetailsForm.shape).map((field) => [field, z.string()]),
    ),
  })

/** The body that the form sends. */
export const detailsOf = (form: DetailsForm): NewDetails => ({
  ...form,
  phoneNumber: onTheWire(form.phoneNumber),
  relativePhone: onTheWire(form.relativePhone),
})
