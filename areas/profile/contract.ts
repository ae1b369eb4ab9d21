import * as z from 'zod/mini'
import { detailSchemas, type NewDetails } from '#core/people/contract.ts'
import { isNational, onTheWire } from '#core/people/rules.ts'

/** The form's fields: phone numbers are the digits after +46. */
export const DetailsForm = z.strictObject(detailSchemas(isNational))
export type DetailsForm = z.infer<typeof DetailsForm>

/** The body that the form sends. */
export const detailsOf = (form: DetailsForm): NewDetails => ({
  ...form,
  phoneNumber: onTheWire(form.phoneNumber),
  relativePhone: onTheWire(form.relativePhone),
})
