import { mostKeptBytes } from '#core/documents/web/kept-size.ts'
import { fetchAhead } from '#platform/web/calls/fetch-ahead.ts'
import { isReached } from '#platform/web/page/reach.ts'
import { variant } from '#platform/web/page/variant.ts'
import {
  downloadAreaDocument,
  downloadPositionDocument,
  getAreaDocuments,
  getBossInfo,
  getPositionDocuments,
} from '../calls.ts'
import { refreshContent } from './content.ts'

const MINUTES = 60
const A_DAY = 24 * 60

let refreshedAt = 0

/** The guides need no sign-in and are not kept like answers: only this page knows when they were fetched. */
async function refreshDueContent(): Promise<void> {
  if (!isReached() || refreshedAt > Date.now() - MINUTES * 60_000) return
  await refreshContent().then(
    () => {
      refreshedAt = Date.now()
    },
    () => undefined,
  )
}

/** Fetches the whole crisis page while there is coverage: the guides, whom to call, and the documents themselves. */
export async function fetchCrisisAhead(): Promise<void> {
  await refreshDueContent()
  await fetchAhead(getBossInfo, undefined, { minutes: MINUTES })
  if (variant.crisisGuides.includes('a')) {
    for (const { filename, size } of (await fetchAhead(getAreaDocuments, undefined, { minutes: MINUTES })) ?? []) {
      if (size <= mostKeptBytes) await fetchAhead(downloadAreaDocument, { filename }, { minutes: A_DAY })
    }
  }
  if (variant.crisisGuides.includes('b')) {
    for (const document of (await fetchAhead(getPositionDocuments, undefined, { minutes: MINUTES })) ?? []) {
      const query = { filename: document.pathFileName }
      if (document.size <= mostKeptBytes) await fetchAhead(downloadPositionDocument, query, { minutes: A_DAY })
    }
  }
}
