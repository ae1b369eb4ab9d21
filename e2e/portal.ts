/** The port of the portal for the browser tests, which playwright.config.ts starts. */
const port = Number(process.env.E2E_PORT)

/** The portal's address under a host name: 'localhost' shows everything, 'norr.localhost' is a company's own. */
export function originOf(host = 'localhost'): string {
  return `http://${host}:${port}`
}

/** The answer of a failing server, for a test's route. If there is no answer at all, items are kept and sent later: see outbox.spec.ts. */
export const serverFails = { status: 500, json: { result: null, timestamp: '', errorMessage: 'Ett fel inträffade' } }

/**
 * An answer without faults. Home shows a bus that must not be driven above the duty, a moment after the duty. On some days of the demo that
 * is the bus of the duty, which then moves.
 */
export const noFaults = { json: { result: [], timestamp: '' } }

/** The portal's data folder, for tests that run `npm run import` with this as DATA_DIR. */
export const dataDir = process.env.E2E_DATA_DIR ?? ''
