import { resolve } from 'node:path'

/**
 * Resolves a path of the command line; an address is left as it is. npm runs scripts in the project's root, but a path is relative to the
 * user's current folder.
 */
export const pathFromUser = (given: string): string =>
  /^(https?|s3):\/\//.test(given) ? given : resolve(process.env.INIT_CWD ?? process.cwd(), given)
