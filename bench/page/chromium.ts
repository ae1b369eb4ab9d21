/** Debian's browser, or another one named by the environment. */
export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'
