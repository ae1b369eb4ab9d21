const start = '/'
const ownPages = /^\/(login|callback|silent-renew|loggedout)(?=$|[/?#])/

/**
 * Where to go after signing in: a page of the portal, never another site and never one of the pages of sign-in itself. What is
 * not such an address leads to the start.
 */
export function safeTarget(till: unknown): string {
  if (typeof till !== 'string' || !till.startsWith('/')) return start
  // Browsers read a backslash as a slash and drop tabs and line breaks: the parser says what is left.
  const portal = 'https://portal.invalid'
  if (!URL.canParse(till, portal)) return start
  const { origin, pathname, search, hash } = new URL(till, portal)
  if (origin !== portal || pathname.startsWith('//') || ownPages.test(pathname)) return start
  return pathname + search + hash
}
