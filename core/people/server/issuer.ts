/**
 * An issuer in the form used for linking accounts: without a trailing slash and with its host in lower case, since people copy it
 * from pages that differ in both. A token's issuer must match exactly (platform/server/http/token.ts).
 */
export function plainIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  const { origin, pathname, search } = new URL(issuer)
  return `${origin}${pathname.replace(/\/$/, '')}${search}`
}
