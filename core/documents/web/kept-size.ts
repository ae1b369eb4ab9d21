/** Larger documents are not kept on the phone, but fetched each time, because one of them would take the space of many others. */
export const mostKeptBytes = 3_000_000
