/** The port of the portal that the browser tests drive: playwright.config.ts starts it. */
const port = Number(process.env.E2E_PORT)

/** Its address under a host name: 'localhost' shows everything, 'norr.localhost' is a company's own. */
export function originOf(host = 'localhost'): string {
  return `http://${host}:${port}`
}

/** The answer of a failing server, for a test's route. Without any answer, items are kept and sent later: outbox.spec.ts. */
export const serverFails = { status: 500, json: { result: null, timestamp: '', errorMessage: 'Ett fel inträffade' } }

/**
 * No fault of any bus. One that must not be driven is said above the duty, a moment after it: on some days of the demo that is the bus of the
 * duty, which then moves.
 */
export const noFaults = { json: { result: [], timestamp: '' } }

/** Its data folder, for tests that run `npm run import` with this as DATA_DIR. */
export const dataDir = process.env.E2E_DATA_DIR ?? ''
