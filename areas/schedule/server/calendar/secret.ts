import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, so that nobody can guess an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const secretPattern = /^([\w-]{43})\.ics$/

/** The secret in the last part of an address; null if it cannot be one. */
export const secretIn = (file: string): string | null => secretPattern.exec(file)?.[1] ?? null

/**
 * The hash that is stored and looked up instead of the secret, so that the time of an index lookup reveals nothing about the secret itself.
 * It needs no salt, since the secret is random.
 */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url')
