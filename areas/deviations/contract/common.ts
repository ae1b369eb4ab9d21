import { badDate, badTime } from '#platform/contract/date-words.ts'
import * as z from 'zod/mini'
import { inReach, isoDate } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'

const MAX_PICTURES = 10

/** Enough for a long account of what happened, but not for a pasted log file. */
const MAX_TEXT = 4000

/** `YYYY-MM-DD`. */
export const reportDate = inReach(isoDate)

/** `YYYY-MM-DD HH:mm`; a wrong date and a wrong time have different messages. */
export const reportDateTime = inReach(
  z.string(badDate).check(
    z.refine((value) => value >= '1900' && isoDate.safeParse(value.slice(0, 10)).success, {
      error: badDate,
      abort: true,
    }),
    z.regex(/^.{10} ([01]\d|2[0-3]):[0-5]\d$/, badTime),
  ),
)

export const place = text({ max: 200, label: 'Plats', min: 1, required: 'Plats måste anges' })

export const eventDescription = text({
  max: MAX_TEXT,
  label: 'Händelsebeskrivning',
  min: 1,
  required: 'Händelsebeskrivning måste anges',
})

/** A field that may be empty, but not absent. */
export const optionalText = (label: string) => text({ max: MAX_TEXT, label })

/** Name of a bus. The variant decides whether it must be one of the company's: `vehicleProblem` in rules.ts. */
export const vehicleName = text({ max: 100, label: 'Fordon' })

export const yesOrNo = z.boolean('Svara ja eller nej')

/** Names that uploadimage returned, in the order in which the pictures are shown. */
export const pictureNames = z
  .array(z.string('Bilden finns inte').check(z.maxLength(100, 'Bilden finns inte')), 'Bilderna saknas')
  .check(z.maxLength(MAX_PICTURES, `Högst ${MAX_PICTURES} bilder kan bifogas`))

/** The answer of uploadimage: `name` is opaque, `shortName` is the picture's name on the phone. */
export const ImageReference = z.object({ name: z.string(), shortName: z.string() })
export type ImageReference = z.infer<typeof ImageReference>

export const ImageQuery = z.object({
  name: z.string('Bilden saknas').check(z.minLength(1, 'Bilden saknas'), z.maxLength(100, 'Bilden saknas')),
  /** `liten` is at most 320 pixels wide and high: for lists. */
  storlek: z.optional(z.enum(['liten', 'stor'], 'Felaktig storlek')),
})
export type ImageQuery = z.infer<typeof ImageQuery>

export const Image = z.object({
  name: z.string(),
  contentType: z.literal('image/jpeg'),
  /** Base64. */
  data: z.string(),
})
export type Image = z.infer<typeof Image>

/** The number that people refer to a report by: 'A-482913'. */
export const spokenNumber = z.string().check(z.regex(/^A-\d{6,}$/))

/** The answer of every add call. */
export const Added = z.object({ id: z.int(), nummer: spokenNumber })
export type Added = z.infer<typeof Added>

const FormOption = z.object({ id: z.string(), label: z.string() })

export const FormOptions = z.object({
  arbetsmoment: z.array(FormOption),
  vadHande: z.array(FormOption),
  varNagot: z.array(FormOption),
  forhallanden: z.array(FormOption),
  forslag: z.array(FormOption),
  hallplatskategori: z.array(z.object({ value: z.string(), label: z.string() })),
  skadeplatskategori: z.array(FormOption),
  /** The first category requires a type of damage, the second what was stolen, the third the type of fire. */
  forsakringskategori: z.array(z.object({ id: z.string(), value: z.string(), label: z.string() })),
})
export type FormOptions = z.infer<typeof FormOptions>
