/** Larger documents are not kept on the phone, but fetched each time: one of them would take the room of many others. */
export const mostKeptBytes = 3_000_000
