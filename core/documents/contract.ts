import * as z from 'zod/mini'

/** `?filename=`: a document by its name in a list. Any text is accepted; a name that was never in a list is not found. */
export const DocumentQuery = z.object({
  filename: z
    .string('Ange dokumentets namn')
    .check(z.minLength(1, 'Ange dokumentets namn'), z.maxLength(2000, 'Felaktigt namn')),
})
