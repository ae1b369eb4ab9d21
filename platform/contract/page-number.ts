import * as z from 'zod/mini'

export const wrongPage = 'Felaktig sida'

/** Which page of a list an address asks for, counted from 0: at most six digits. */
export const pageNumber = z.pipe(z.string(wrongPage).check(z.regex(/^\d{1,6}$/, wrongPage)), z.transform(Number))
