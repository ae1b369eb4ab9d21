/**
 * An issuer as accounts are linked by it: without a final slash and with its host in small letters, since people copy it from
 * pages that differ in both. A token's own is compared to the letter (platform/server/http/token.ts).
 */
export function plainIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  const { origin, pathname, search } = new URL(issuer)
  return `${origin}${pathname.replace(/\/$/, '')}${search}`
}
