const start = '/'
const ownPages = /^\/(login|callback|silent-renew|loggedout)(?=$|[/?#])/

/**
 * Where to go after signing in: a page of the portal, never another site or one of the sign-in pages. Any other address leads to
 * the start.
 */
export function safeTarget(till: unknown): string {
  if (typeof till !== 'string' || !till.startsWith('/')) return start
  // Browsers treat a backslash as a slash and drop tabs and line breaks, so the address is parsed as they would.
  const portal = 'https://portal.invalid'
  const address = parsed(till, portal)
  if (!address) return start
  const { origin, pathname, search, hash } = address
  if (origin !== portal || pathname.startsWith('//') || ownPages.test(pathname)) return start
  return pathname + search + hash
}

/** Safari has `URL.canParse` only from 17. */
function parsed(address: string, base: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
