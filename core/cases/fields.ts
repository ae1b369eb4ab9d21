import * as z from 'zod/mini'
import { text } from '#platform/contract/text.ts'
import { noText, wrongState } from './failures.ts'

// Fields that several requests about cases have.

const noNumber = 'Ange ärendets nummer'
export const caseNumber = z.string(noNumber).check(z.minLength(1, noNumber), z.maxLength(40, 'Felaktigt nummer'))

const noVersion = 'Ladda om ärendet och försök igen.'
/** The version that the employee decided on. */
export const caseVersion = z.int(noVersion).check(z.nonnegative(noVersion))

export const stateName = z.string().check(z.maxLength(60, wrongState))

/** A message or a note, which is never empty. */
export const written = text({ max: 4000, min: 1, label: 'Texten', required: noText })
