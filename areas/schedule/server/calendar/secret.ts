import { hash, randomBytes } from 'node:crypto'

/** 256 random bits: nobody finds an address by trying. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

const secretPattern = /^([\w-]{43})\.ics$/

/** The secret in the last part of an address; null if it cannot be one. */
export const secretIn = (file: string): string | null => secretPattern.exec(file)?.[1] ?? null

/**
 * What is stored and looked up instead of the secret: the time that an index takes then says nothing about the secret itself.
 * Without a salt, since the secret is random.
 */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url')
