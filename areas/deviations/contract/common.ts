import { badDate, badTime } from '#platform/contract/date-words.ts'
import * as z from 'zod/mini'
import { pictureNames as namesOfPictures } from '#core/pictures/contract.ts'
import { inReach, isoDate } from '#platform/contract/dates.ts'
import { text } from '#platform/contract/text.ts'

export const MAX_PICTURES = 10

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

export const pictureNames = namesOfPictures(MAX_PICTURES)

/** The number by which people refer to a report: 'A-482913'. */
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
