/** Where the list that was taken along is, below /kontor. */
export const workListPath = 'arbetslista'
