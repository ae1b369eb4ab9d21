import * as z from 'zod/mini'
import { damageLabels } from './damage-labels.ts'
import { eventDescription, optionalText, pictureNames, place, reportDateTime, vehicleName, yesOrNo } from './common.ts'

/** A number in Swedish notation or from a phone's keypad, '198 340' or '6,5', or nothing. It is stored without spaces. */
const numeric = (pattern: RegExp, message: string) =>
  z.string(message).check(
    z.overwrite((typed) => typed.replaceAll(/\s/g, '')),
    z.regex(pattern, message),
  )

const wholeNumber = /^\d{0,9}$/
const decimalNumber = /^(\d{1,9}([.,]\d{1,3})?)?$/

export const noPlaceOnBus = 'Skadeplatskategori måste anges'
export const noInsuranceCategory = 'Försäkringskategori måste väljas'

/** `POST /api/incident/addfordonsskada`. */
export const AddVehicleDamage = z.strictObject({
  /** `YYYY-MM-DD HH:mm`. */
  Datum: reportDateTime,
  Plats: place,
  HandelseBeskrivning: eventDescription,
  Fordon: vehicleName,
  /** Labels of the places on the bus. */
  Skadeplatskategori: z
    .array(z.string(noPlaceOnBus), noPlaceOnBus)
    .check(z.minLength(1, noPlaceOnBus), z.maxLength(50, 'Skadeplatskategori har för många val')),
  Polis: yesOrNo,
  Blodprov: yesOrNo,
  Raddningstjanst: yesOrNo,
  Ersattningsfordon: yesOrNo,
  Vittnen: optionalText(damageLabels.vittnen),
  Matarstallning: numeric(wholeNumber, 'Mätarställning innehåller inte en giltig siffra'),
  AntalPassagerare: numeric(wholeNumber, 'Antal passagerare innehåller inte en giltig siffra'),
  SkadaPaFordon: optionalText(damageLabels.skadaPaFordon),
  /** The option's value. */
  ForsakringsKategori: z.string(noInsuranceCategory).check(z.minLength(1, noInsuranceCategory)),
  /** A type of damage, what was stolen, or the type of fire: `damageFields` in rules.ts. */
  KategoriSpecificering: optionalText(damageLabels.kategoriSpecificering),
  SynligaSkador: optionalText(damageLabels.synligaSkador),
  Personskadekontaktuppgifter: optionalText(damageLabels.personskadekontaktuppgifter),
  Motpartskontaktuppgifter: optionalText('Kontaktuppgifter till motpart'),
  VagensBredd: numeric(decimalNumber, 'Vägens ungefärliga bredd innehåller inte en giltig siffra'),
  AvstandTillVagensSida: numeric(
    decimalNumber,
    'Ungefärligt avstånd till vägens högerkant innehåller inte en giltig siffra',
  ),
  AttachmentUploadBlobNames: pictureNames,
})
export type AddVehicleDamage = z.infer<typeof AddVehicleDamage>
