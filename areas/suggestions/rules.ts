/** Suggestions per page of the list. */
export const PAGE_SIZE = 200

/** A full page may be followed by another. */
export const mayHaveMore = (shown: number): boolean => shown >= PAGE_SIZE
