import * as z from 'zod/mini'

/** A yes or no in an address. */
export const trueOrFalse = () =>
  z.pipe(
    z.enum(['true', 'false'], 'Ange true eller false'),
    z.transform((value) => value === 'true'),
  )
