import type { Download, Page } from '@playwright/test'

/**
 * The next download whose name matches. A browser without a PDF viewer also downloads a PDF that the page shows in a viewer. That download
 * may come at any time, and is named after its blob address.
 */
export const savedAs = (page: Page, name: RegExp): Promise<Download> =>
  page.waitForEvent('download', (download) => name.test(download.suggestedFilename()))
