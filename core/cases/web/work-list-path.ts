/** The path, below /kontor, of the work list on the device. */
export const workListPath = 'arbetslista'
