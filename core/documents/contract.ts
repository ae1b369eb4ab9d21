import * as z from 'zod/mini'

/** `?filename=`: a document by the name that a list gave. Any text is taken; what was not given out is not found. */
export const DocumentQuery = z.object({
  filename: z
    .string('Ange dokumentets namn')
    .check(z.minLength(1, 'Ange dokumentets namn'), z.maxLength(2000, 'Felaktigt namn')),
})
