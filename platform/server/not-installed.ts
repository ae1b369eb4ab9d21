/** Something was asked for that an installation for production does not have. The message is one line for the operator. */
export class NotInstalled extends Error {}

/** Whether an import failed because its package is missing. */
export const isNotInstalled = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'

/**
 * Handles a failed import of a package that only a demo or development installation has. Throws NotInstalled if the package is missing.
 * `what` names the part that needs it, as the beginning of a sentence.
 */
export const orNotInstalled =
  (what: string) =>
  (error: unknown): never => {
    if (!isNotInstalled(error)) throw error
    throw new NotInstalled(`${what} följer inte med en installation för drift. Installera med npm ci, utan --omit=dev.`)
  }
