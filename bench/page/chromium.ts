import { findBrowser } from '../../checks/ensure-browser.ts'

/** Debian's browser, or another one named by the environment. Looked up when needed, since the run may have just installed it. */
export const chromium = (): string => findBrowser() ?? '/usr/bin/chromium'
