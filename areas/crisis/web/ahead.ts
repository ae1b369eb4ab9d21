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
/** A phone is no archive: what is larger is fetched when it is asked for. */
const MOST_BYTES = 3_000_000

let refreshedAt = 0

/** The guides need no sign-in, and are not kept as answers are: when they came is known to this page alone. */
async function refreshDueContent(): Promise<void> {
  if (!isReached() || refreshedAt > Date.now() - MINUTES * 60_000) return
  await refreshContent().then(
    () => {
      refreshedAt = Date.now()
    },
    () => undefined,
  )
}

/** All of the crisis page, fetched while there is coverage: the guides, whom to call, and the documents themselves. */
export async function fetchCrisisAhead(): Promise<void> {
  await refreshDueContent()
  await fetchAhead(getBossInfo, undefined, { minutes: MINUTES })
  if (variant.crisisGuides.includes('a')) {
    for (const { filename, size } of (await fetchAhead(getAreaDocuments, undefined, { minutes: MINUTES })) ?? []) {
      if (size <= MOST_BYTES) await fetchAhead(downloadAreaDocument, { filename }, { minutes: A_DAY })
    }
  }
  if (variant.crisisGuides.includes('b')) {
    for (const document of (await fetchAhead(getPositionDocuments, undefined, { minutes: MINUTES })) ?? []) {
      const query = { filename: document.pathFileName }
      if (document.size <= MOST_BYTES) await fetchAhead(downloadPositionDocument, query, { minutes: A_DAY })
    }
  }
}
