import type { Call } from '#platform/contract/call.ts'
import { ask } from '#platform/web/calls/ask.ts'
import { send } from '#platform/web/wire/client.ts'
import { mostKeptBytes } from './kept-size.ts'

/** Fetches the file of a kept call, or without coverage the phone's copy. */
export const fetchKept = <Query>(call: Call<string, Query>, query: Query, size: number): Promise<string> =>
  size > mostKeptBytes ? send(call, { query }) : ask(call, query)
