import * as z from 'zod/mini'

/** A figure; null if it is withheld, because it, or a figure that follows from it, would be about fewer than five. */
const figure = z.nullable(z.number())

/** A table of figures, which is also shown as a chart. */
export const Statistic = z.object({
  titel: z.string(),
  /** What it counts, and over which time. */
  forklaring: z.string(),
  /** What the rows are: 'Buss', 'Månad'. */
  rad: z.string(),
  kolumner: z.array(z.string()),
  rader: z.array(z.object({ namn: z.string(), varden: z.array(figure), summa: figure })),
  /** The sums, shown as the last line; null if adding up has no meaning. */
  summor: z.nullable(z.object({ varden: z.array(figure), summa: figure })),
  /** The unit of the figures: 'timmar'. */
  enhet: z.nullable(z.string()),
  /** The index of the column whose share of the row's sum is shown as a percentage; null: none. */
  andel: z.nullable(z.int()),
})
export type Statistic = z.infer<typeof Statistic>

export const Statistics = z.array(Statistic)
