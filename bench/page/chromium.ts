import { findBrowser } from '../../checks/ensure-browser.ts'

/** Debian's browser, or another one named by the environment. Asked when it is needed: the run may have just brought it. */
export const chromium = (): string => findBrowser() ?? '/usr/bin/chromium'
