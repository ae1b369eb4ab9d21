/** What the keys in session storage of texts that somebody is typing begin with; the subject who types follows. */
export const typedKey = 'linjen.case.'
