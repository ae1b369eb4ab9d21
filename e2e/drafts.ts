import type { Page } from '@playwright/test'

export interface DraftOnPhone {
  readonly key: string
  readonly savedAt: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each form has its own; photos come as empty objects
  readonly value: any
}

/** What the phone keeps of what has been typed and not sent. */
export function draftsOnPhone(page: Page): Promise<readonly DraftOnPhone[]> {
  return page.evaluate(
    () =>
      new Promise<DraftOnPhone[]>((resolve, reject) => {
        const opening = indexedDB.open('linjen')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no drafts')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(JSON.parse(JSON.stringify(reading.result)) as DraftOnPhone[])
          })
        })
      }),
  )
}
