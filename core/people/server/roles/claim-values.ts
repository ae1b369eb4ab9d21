import { hash } from 'node:crypto'

type Claims = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The values of a claim: a text, or the texts of a list. `claim` is its name or, with dots, the path to it; a name may have dots itself.
 * Null if the token leaves them out, as Entra does with the groups of somebody who is in too many.
 */
export function valuesOf(claims: Claims, claim: string): readonly string[] | null {
  const elsewhere = claims['_claim_names']
  if (isObject(elsewhere) && Object.hasOwn(elsewhere, claim)) return null
  if (claim === 'groups' && claims['hasgroups'] !== undefined && claims['groups'] === undefined) return null
  const found = at(claims, claim)
  if (typeof found === 'string') return [found]
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}

function at(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined
  if (Object.hasOwn(claims, path)) return claims[path]
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot)
    const found = Object.hasOwn(claims, head) ? at(claims[head], path.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The claims in which providers put roles and groups. They are remembered even before a rule names them. */
const usualClaims: readonly string[] = ['roles', 'groups', 'realm_access.roles']

/** Of somebody in more groups than this, only the first are remembered. */
const MOST_REMEMBERED = 500

/** A value as it is remembered. Half of the hash is enough to tell values apart. */
export const hashOf = (claim: string, value: string): string =>
  hash('sha256', JSON.stringify([claim, value]), 'base64url').slice(0, 22)

/** The hashes that are remembered of a token: of the values of the claims that rules name, and of the usual claims. */
export function hashesOf(claims: Claims, named: readonly string[]): string[] {
  const all = [...new Set([...named, ...usualClaims])]
  const hashes = all.flatMap((claim) => (valuesOf(claims, claim) ?? []).map((value) => hashOf(claim, value)))
  return [...new Set(hashes)].slice(0, MOST_REMEMBERED)
}
