import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'
import { localDateTime } from '#platform/contract/dates.ts'
import { caseNumber, caseVersion } from './fields.ts'

/** Replaces hidden words, whatever their length: the length of a name would reveal something. */
export const MASK = '████'
const MOST_RECTANGLES = 50
/** The picture's width, and its height, in the units of rectangles. */
const WHOLE = 10_000

/**
 * Names a text or picture of a case in which something can be hidden: 'text', 'detail:Vittnen', 'event:3', 'form:utredning:1:orsak',
 * 'picture:<name>'.
 */
const part = z.string('Ange vad som ska döljas').check(z.maxLength(200, 'Felaktig del'))
const why = text({ max: 200, min: 1, label: 'Skälet', required: 'Skriv varför det döljs.' })
const place = z.int('Markera texten igen.').check(z.nonnegative('Markera texten igen.'))

/** Hides the words that begin at `from` in a text. The words are sent too, so that nothing else is hidden if the text has changed. */
export const HideText = z.strictObject({
  number: caseNumber,
  version: caseVersion,
  part,
  from: place,
  words: z
    .string('Markera texten igen.')
    .check(z.minLength(1, 'Markera det som ska döljas.'), z.maxLength(4000, 'Markera mindre åt gången.')),
  why,
})
export type HideText = z.infer<typeof HideText>

const length = z.int('Felaktig ruta').check(z.minimum(0, 'Felaktig ruta'), z.maximum(WHOLE, 'Felaktig ruta'))
export const Rectangle = z.strictObject({ x: length, y: length, width: length, height: length })
export type Rectangle = z.infer<typeof Rectangle>

/** Hides parts of a picture. */
export const HidePicture = z.strictObject({
  number: caseNumber,
  version: caseVersion,
  name: z.string('Bilden saknas').check(z.minLength(1, 'Bilden saknas'), z.maxLength(100, 'Bilden saknas')),
  rectangles: z
    .array(Rectangle)
    .check(
      z.minLength(1, 'Lägg minst en ruta över bilden.'),
      z.maxLength(MOST_RECTANGLES, `Lägg högst ${MOST_RECTANGLES} rutor.`),
    ),
  why,
})
export type HidePicture = z.infer<typeof HidePicture>

/** Shows what was hidden to everybody again. */
export const ShowAgain = z.strictObject({
  number: caseNumber,
  version: caseVersion,
  part,
  why: text({ max: 200, min: 1, label: 'Skälet', required: 'Skriv varför det visas igen.' }),
})
export type ShowAgain = z.infer<typeof ShowAgain>

/** Something of a case in which words, or parts of a picture, are hidden. */
export const Redaction = z.object({
  part: z.string(),
  /** The part in words: 'en bild'. */
  of: z.string(),
  at: localDateTime,
  by: z.nullable(z.string()),
  why: z.string(),
})
export type Redaction = z.infer<typeof Redaction>

export const OriginalQuery = z.object({ nummer: caseNumber, del: part })
export type OriginalQuery = z.infer<typeof OriginalQuery>

/** What was there before something was hidden: a text, or a JPEG as base64. */
export const Original = z.object({ text: z.nullable(z.string()), picture: z.nullable(z.string()) })
export type Original = z.infer<typeof Original>
