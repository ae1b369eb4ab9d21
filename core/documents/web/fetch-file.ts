import type { Call } from '#platform/contract/call.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { ask } from '#platform/web/calls/ask.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { variant } from '#platform/web/page/variant.ts'
import { shownCopy } from '#platform/web/phone/copies.ts'
import { addressOf, type Parameters } from '#platform/web/wire/address.ts'
import { send } from '#platform/web/wire/client.ts'
import { sizeOf } from './bytes.ts'
import { mostKeptBytes } from './kept-size.ts'
import type { FetchedFile } from './fetched-file.ts'

/** What a list says of the present version of a file. */
interface Listed {
  /** Bytes. */
  readonly size: number
  /** The day of its last change. */
  readonly date: string
}

const A_DAY = 24 * 60

const dayAt = (at: number) => dateIn(variant.timeZone, new Date(at))

/**
 * Whether a copy, fetched at `at`, is of an earlier version than the one in the list, which was fetched at `listedAt`. A list that is older
 * than the copy may have an earlier size, unless the copy is from a time to come: the phone's clock was ahead then. A day to come in the list
 * shows nothing: the file's clock was wrong.
 */
const isOutdated = (base64: string, at: number, { size, date }: Listed, listedAt: number): boolean =>
  ((listedAt > at || at > Date.now()) && sizeOf(base64) !== size) || (dayAt(at) < date && date <= dayAt(Date.now()))

/** A call whose answer is a list of files, without a query. */
type ListCall = Pick<Call<unknown>, 'path'>

/** When the list that is shown was fetched, in milliseconds since 1970. */
const fetchedAt = (list: ListCall): number =>
  shownCopy(addressOf(list.path))?.at ?? queryClient.getQueryState(keyOf(list))?.dataUpdatedAt ?? 0

/** Fetches the file of a kept call, or without coverage the phone's copy. `listed`: its line in the answer of `list`. */
export async function fetchKept<Query>(
  call: Call<string, Query>,
  query: Query,
  listed: Listed,
  list: ListCall,
): Promise<FetchedFile> {
  if (listed.size > mostKeptBytes) return { base64: await send(call, { query }) }
  const base64 = await ask(call, query)
  const copy = shownCopy(addressOf(call.path, query as Parameters | undefined))
  return copy && isOutdated(base64, copy.at, listed, fetchedAt(list)) ? { base64, outdatedFrom: copy.at } : { base64 }
}

/** Fetches the file of a kept call while there is coverage: daily, and as soon as the list has another version. */
export async function fetchFileAhead<Query>(call: Call<string, Query>, query: Query, listed: Listed): Promise<void> {
  if (listed.size > mostKeptBytes) return
  await fetchAhead(call, query, {
    minutes: A_DAY,
    isOutdated: (base64, at) => isOutdated(base64, at, listed, Date.now()),
  })
}
