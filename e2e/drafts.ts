import type { Page } from '@playwright/test'

export interface DraftOnPhone {
  readonly key: string
  readonly savedAt: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each form has its own type; photos become empty objects
  readonly value: any
}

/** The drafts on the phone. */
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
