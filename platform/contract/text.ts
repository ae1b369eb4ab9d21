import * as z from 'zod/mini'

/** Characters that show a text otherwise than it is: those that turn its direction, and the marks for it, which nobody sees. */
export const misleading = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * Text typed by a person, at most `max` characters. PostgreSQL stores no NUL, and a lone surrogate is no character:
 * both are refused here, so that no store has to.
 */
export function text({
  max,
  label,
  min = 0,
  required,
}: {
  max: number
  label: string
  min?: number
  required?: string
}) {
  return z.string(required ?? `${label} saknas`).check(
    z.maxLength(max, `${label} får vara högst ${max} tecken`),
    z.refine((value) => value.trim().length >= min, required ?? `${label} saknas`),
    // oxlint-disable-next-line no-control-regex -- NUL is what is looked for
    z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), `${label} innehåller otillåtna tecken`),
  )
}
