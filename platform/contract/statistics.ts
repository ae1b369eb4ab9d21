import * as z from 'zod/mini'

/** A figure; null where it is withheld, since it or what follows from it would be of fewer than five. */
const figure = z.nullable(z.number())

/** A table of figures, and the chart of the same. */
export const Statistic = z.object({
  titel: z.string(),
  /** What it counts, and over which time. */
  forklaring: z.string(),
  /** What the rows are: 'Buss', 'Månad'. */
  rad: z.string(),
  kolumner: z.array(z.string()),
  rader: z.array(z.object({ namn: z.string(), varden: z.array(figure), summa: figure })),
  /** The last line; null where adding up has no meaning. */
  summor: z.nullable(z.object({ varden: z.array(figure), summa: figure })),
  /** Behind each figure: 'timmar'. */
  enhet: z.nullable(z.string()),
  /** The column whose share of the row is given in words, by its place. */
  andel: z.nullable(z.int()),
})
export type Statistic = z.infer<typeof Statistic>

export const Statistics = z.array(Statistic)
