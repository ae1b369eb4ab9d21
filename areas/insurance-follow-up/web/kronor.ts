// Öre only if there are any: repairs mostly cost whole kronor.
const swedish = new Intl.NumberFormat('sv-SE', {
  style: 'currency',
  currency: 'SEK',
  trailingZeroDisplay: 'stripIfInteger',
})

/** '12 500 kr', '1 999,50 kr'. */
export const kronor = (amount: number): string => swedish.format(amount)

/** A cost that may not be settled yet. */
export const cost = (amount: number | null): string => (amount === null ? 'Inte klar än' : kronor(amount))

/** What the sum of the employee's own cases means, from their costs. */
export function personalInWords(costs: readonly (number | null)[]): string {
  if (costs.length === 0) return 'Du har inga ärenden den här månaden.'
  const open = costs.filter((amount) => amount === null).length
  const waiting =
    open === 0 ? '' : open === 1 ? ' En reparation är inte klar än.' : ` ${open} reparationer är inte klara än.`
  const cases = costs.length === 1 ? 'skadan' : `de ${costs.length} skador`
  return `Bolagets kostnad för ${cases} som du har rapporterat. Det är ingen räkning till dig.${waiting}`
}

export const areaInWords = 'Alla rapporterade skador i ditt trafikområde, utan namn.'
