import * as z from 'zod/mini'
import { eventDescription, optionalText, pictureNames, place, reportDate, vehicleName } from './common.ts'

/** `POST /api/incident/addhotochvald`. */
export const AddThreat = z.strictObject({
  Datum: reportDate,
  Plats: place,
  Fordon: vehicleName,
  HandelseBeskrivning: eventDescription,
  /** People other than the reporter who were hurt; empty if there were none. */
  ExternaPersonskadorInfo: optionalText('Uppgifter om skadade personer'),
  AttachmentUploadBlobNames: pictureNames,
})
export type AddThreat = z.infer<typeof AddThreat>
