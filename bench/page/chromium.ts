import { findBrowser } from '../../checks/ensure-browser.ts'
/** Debian's browser, or another one named by the environment. */
export const chromium = findBrowser() ?? '/usr/bin/chromium'
