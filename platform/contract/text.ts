import * as z from 'zod/mini'

/** Characters that make a text look different from what it is: those that change its direction, and invisible direction marks. */
export const misleading = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/**
 * Text typed by a person, at most `max` characters. PostgreSQL stores no NUL, and a lone surrogate is not a character:
 * both are refused here, so that no store needs to check.
 */
export function text({
  max,
  label,
  min = 0,
  required,
  readAs,
}: {
  max: number
  label: string
  min?: number
  required?: string
  /** Changes the typed text; the result is checked and passed on instead. */
  readAs?: (typed: string) => string
}) {
  return z.string(required ?? `${label} saknas`).check(
    ...(readAs ? [z.overwrite(readAs)] : []),
    z.maxLength(max, `${label} får vara högst ${max} tecken`),
    z.refine((value) => value.trim().length >= min, required ?? `${label} saknas`),
    // oxlint-disable-next-line no-control-regex -- the expression is meant to find NUL
    z.refine((value) => !value.includes('\u0000') && value.isWellFormed(), `${label} innehåller otillåtna tecken`),
  )
}
