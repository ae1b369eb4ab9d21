import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'
import { pictureNames, place, reportDate, vehicleName, yesOrNo } from './common.ts'

/** One box of a checklist; the employee's own addition has the id `egen` and order 1000. Unknown fields are ignored here. */
export const ChecklistOption = z.object({
  id: text({ max: 50, label: 'Valet', min: 1 }),
  label: text({ max: 500, label: 'Valet', min: 1 }),
  order: z.int('Felaktig ordning'),
  /** Whether it is chosen. */
  value: yesOrNo,
})
export type ChecklistOption = z.infer<typeof ChecklistOption>

const checklist = (label: string) =>
  z.array(ChecklistOption, `${label} saknas`).check(z.maxLength(100, `${label} har för många val`))

/** `POST /api/incident/addarbetsmiljo`. */
export const AddWorkEnvironment = z.strictObject({
  Datum: reportDate,
  Plats: place,
  Fordon: vehicleName,
  Personskador: yesOrNo,
  Arbetsmoment: checklist('Arbetsmoment'),
  VadHande: checklist('Vad som hände'),
  VarNagot: checklist('Vad som var annorlunda'),
  Forhallanden: checklist('Förhållanden'),
  Forslag: checklist('Förslag'),
  AttachmentUploadBlobNames: pictureNames,
})
export type AddWorkEnvironment = z.infer<typeof AddWorkEnvironment>
