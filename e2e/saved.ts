import type { Download, Page } from '@playwright/test'

/**
 * The next file that is saved under such a name. A browser without a PDF viewer also saves what a page shows in one, under the name that its
 * memory gives it, and whenever it gets there.
 */
export const savedAs = (page: Page, name: RegExp): Promise<Download> =>
  page.waitForEvent('download', (download) => name.test(download.suggestedFilename()))
