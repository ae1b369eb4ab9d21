import * as z from 'zod/mini'
import { eventDescription, pictureNames, place, reportDate } from './common.ts'

export const noHeading = 'Rubrik måste väljas'

/** `POST /api/incident/addtrafikinformation`. */
export const AddTrafficInformation = z.strictObject({
  /** An option's value; its label becomes the report's heading. */
  Hallplatskategori: z.string(noHeading).check(z.minLength(1, noHeading)),
  Datum: reportDate,
  Plats: place,
  HandelseBeskrivning: eventDescription,
  AttachmentUploadBlobNames: pictureNames,
})
export type AddTrafficInformation = z.infer<typeof AddTrafficInformation>
