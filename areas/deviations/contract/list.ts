import * as z from 'zod/mini'
import { localDateTime } from '#platform/contract/dates.ts'
import { pageNumber } from '#platform/contract/page-number.ts'
import { ImageReference } from '#core/pictures/contract.ts'
import { spokenNumber } from './common.ts'

const labels = z.array(z.string())

export const Insurance = z.object({
  registreringsNummer: z.string(),
  internnummer: z.string(),
  skadeplatskategori: labels,
  polis: z.boolean(),
  raddningstjanst: z.boolean(),
  skadaPaFordon: z.string(),
  forsakringsKategori: z.string(),
  kategoriSpecificering: z.string(),
  ersattningsfordon: z.boolean(),
  synligaSkador: z.string(),
  personskadekontaktuppgifter: z.string(),
  motpartskontaktuppgifter: z.string(),
})

export const StopInformation = z.object({ hallplatskategori: z.string(), handelseBeskrivning: z.string() })

/** Each is a list of the chosen options; personskador is `['Ja']` or `['Nej']`. */
const WorkEnvironment = z.object({
  personskador: labels,
  arbetsmoment: labels,
  vadHande: labels,
  varNagot: labels,
  forhallanden: labels,
  forslag: labels,
  fordon: z.string(),
})

const Threat = z.object({
  handelseBeskrivning: z.string(),
  externaPersonskadorInfo: z.string(),
  fordon: z.string(),
})

const VehicleDamage = z.object({
  fordon: z.string(),
  skadeplatskategori: labels,
  polis: z.boolean(),
  raddningstjanst: z.boolean(),
  skadaPaFordon: z.string(),
  forsakringsKategori: z.string(),
  handelseBeskrivning: z.string(),
  kategoriSpecificering: z.string(),
  ersattningsfordon: z.boolean(),
  synligaSkador: z.string(),
  personskadekontaktuppgifter: z.string(),
  motpartskontaktuppgifter: z.string(),
  blodprov: z.boolean(),
  antalPassagerare: z.string(),
  vittnen: z.string(),
  matarstallning: z.string(),
  vagensBredd: z.string(),
  avstandTillVagensSida: z.string(),
})

const TrafficInformation = z.object({ hallplatskategori: z.string(), handelseBeskrivning: z.string() })

const common = {
  id: z.int(),
  nummer: spokenNumber,
  rubrik: z.string(),
  /** The company's name. */
  bolag: z.string(),
  skapadDatum: localDateTime,
  /** A date, with a time if the form asks for one. */
  incidentDatum: z.union([z.iso.date(), localDateTime]),
  status: z.string(),
  skapadAv: z.string(),
  /** The reporter's nearest manager when the report was made; empty if there was none. */
  incidentAnsvarig: z.string(),
  /** Who handles the case instead of that manager, since a report of bullying may be about the manager. */
  handlaggs: z.optional(z.nullable(z.string())),
  /** Empty if nothing has been done yet. */
  atgard: z.string(),
  plats: z.string(),
  bilder: z.array(ImageReference),
  /** True if the signed-in employee reported it; otherwise he or she is responsible for it. */
  egen: z.boolean(),
  /** Who in the office entered the report for the reporter: 'Eva Ek, trafikledare'. */
  inskrivenAv: z.optional(z.nullable(z.string())),
  /** A threat, an injury or a near miss that the signed-in employee is responsible for and has not opened yet. */
  olast: z.boolean(),
}

/** A report in the list: `typ` selects the one sub-object. */
export const Deviation = z.discriminatedUnion('typ', [
  z.object({ ...common, typ: z.literal('Försäkringsärende'), forsakring: Insurance }),
  z.object({ ...common, typ: z.literal('Hållplatsinformation'), hallplatsInfo: StopInformation }),
  z.object({ ...common, typ: z.literal('Arbetsmiljöfrågor'), arbetsMiljo: WorkEnvironment }),
  z.object({ ...common, typ: z.literal('Hot och våld'), hotOchVald: Threat }),
  z.object({ ...common, typ: z.literal('Fordonsskada'), fordonsskada: VehicleDamage }),
  z.object({ ...common, typ: z.literal('Trafikinformation'), trafikinformation: TrafficInformation }),
])
export type Deviation = z.infer<typeof Deviation>

export const ListQuery = z.object({
  /** Counts from 0, the page with the newest reports. */
  page: z.optional(pageNumber),
})

/** An unread alert: the responsible manager is notified at once. */
export const Alert = z.object({
  id: z.int(),
  rubrik: z.string(),
  skapadDatum: localDateTime,
  skapadAv: z.string(),
  plats: z.string(),
})
export type Alert = z.infer<typeof Alert>

export const ReadAlert = z.strictObject({
  id: z.int('Ogiltig avvikelse').check(z.positive('Ogiltig avvikelse')),
})
export type ReadAlert = z.infer<typeof ReadAlert>

export const AlertRead = z.object({ status: z.literal('OK') })
export type AlertRead = z.infer<typeof AlertRead>
