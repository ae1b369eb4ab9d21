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
