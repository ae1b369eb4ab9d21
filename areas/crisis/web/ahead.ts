import { fetchFileAhead } from '#core/documents/web/fetch-file.ts'
import { fetchAhead, isOlder } from '#platform/web/calls/fetch-ahead.ts'
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

let refreshedAt = 0

/** The guides need no sign-in and are not kept like answers: only this page knows when they were fetched. */
async function refreshDueContent(): Promise<void> {
  if (!isReached() || !isOlder(refreshedAt, MINUTES)) return
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
    for (const document of (await fetchAhead(getAreaDocuments, undefined, { minutes: MINUTES })) ?? []) {
      await fetchFileAhead(downloadAreaDocument, { filename: document.filename }, document)
    }
  }
  if (variant.crisisGuides.includes('b')) {
    for (const document of (await fetchAhead(getPositionDocuments, undefined, { minutes: MINUTES })) ?? []) {
      await fetchFileAhead(downloadPositionDocument, { filename: document.pathFileName }, document)
    }
  }
}
