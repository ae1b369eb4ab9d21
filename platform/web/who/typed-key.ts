/**
 * The prefix of the session storage keys of texts that are being typed. The subject of the employee who types follows.
 */
export const typedKey = 'linjen.case.'
