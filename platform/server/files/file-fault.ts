/** A file could not be written. The message has those of all causes, because libraries wrap the system's own error. */
export class NotStored extends Error {
  constructor(cause: unknown) {
    super(`a file was not stored: ${causes(cause).join(' < ')}`, { cause })
  }
}

/** A file could not be read, although it should be there. */
export class NotRead extends Error {
  constructor(cause: unknown) {
    super(`a file was not read: ${causes(cause).join(' < ')}`, { cause })
  }
}

/** PostgreSQL's disk_full. */
const fullForDatabase = '53100'
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', fullForDatabase])
const unwritable = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'EMFILE', 'ENFILE'])

/** Whether the disk caused an error: it is full, or nothing can be written to it. Null if it did not. */
export function diskFault(error: unknown): 'full' | 'unwritable' | null {
  const codes = chain(error).map(({ code }) => code ?? '')
  if (codes.some((code) => full.has(code))) return 'full'
  return error instanceof NotStored || error instanceof NotRead || codes.some((code) => unwritable.has(code))
    ? 'unwritable'
    : null
}

/** Which disk is full, in one line: the database's, or that of `place`. Null if neither is. */
export function fullDisk(error: unknown, place?: string): string | null {
  if (diskFault(error) !== 'full') return null
  if (chain(error).some(({ code }) => code === fullForDatabase)) return 'Databasens disk är full.'
  return place === undefined ? 'Disken är full.' : `Disken är full: ${place}.`
}

// The disk cannot read it, or the portal may not.
const ofOneFile = new Set(['EIO', 'EACCES', 'EPERM'])
// The keys do not fit, or the store is busy.
const ofTheStore = new Set([401, 429, 503])

/**
 * Whether a file could not be read by a fault that may be of that file alone. S3 has many: an object that a rule has archived, or whose key
 * of KMS is disabled, or one that is damaged. Whoever asks must see that the store gives other files.
 */
export function mayBeOfOneFile(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) return !ofTheStore.has(status)
  return chain(error).some(({ code }) => ofOneFile.has(code ?? ''))
}

type Coded = Error & { readonly code?: string }

function chain(error: unknown): Coded[] {
  const found: Coded[] = []
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next)
  return found
}

const causes = (error: unknown) => chain(error).map(({ message }) => message)

/** The name that the system or the store has for a fault, and its meaning. The message is left out, because it may contain more. */
export function faultInWords(error: unknown): string {
  const root = chain(error).at(-1)
  const name = root?.code ?? root?.name ?? 'okänt fel'
  const words = meant[name]
  return words ? `${name}, ${words}` : name
}

/** One line for the operator of a command that cannot read or write files. Null for any other error. */
export function storeFailure(error: unknown): string | null {
  if (!diskFault(error)) return null
  return fullDisk(error) ?? `Lagringen går inte att använda (${faultInWords(error)}): ${(error as Error).message}`
}

// Nothing listens, the name is not known yet, the network is down, or nobody answers.
const network = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|TimeoutError)/

/** Whether an S3 store may work again without a changed setting: it is busy, or it or the network is away. */
export function mayPass(error: unknown): boolean {
  const root = chain(error).at(-1)
  const status = statusOf(error) ?? 0
  return network.test(root?.code ?? root?.name ?? '') || status === 429 || (status >= 500 && status !== 501)
}

/** What the SDK says about an answer of the store. */
interface Answered {
  readonly $metadata?: { readonly httpStatusCode?: number }
}

function statusOf(error: unknown): number | undefined {
  const root: (Coded & Answered) | undefined = chain(error).at(-1)
  return root?.$metadata?.httpStatusCode
}

const keys = 'S3_ACCESS_KEY_ID och S3_SECRET_ACCESS_KEY passar inte'
const rights = 'nyckeln saknar behörighet i hinken'

/** The names by which S3 stores report what an operator has set wrong. Vendors share these names. */
const meant: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: keys,
  InvalidAccessKeyId: keys,
  'HTTP 401': keys,
  AccessDenied: rights,
  // An answer to HEAD has only a status.
  'HTTP 403': `${keys}, eller ${rights}`,
  NoSuchBucket: 'hinken finns inte',
  RequestTimeTooSkewed: 'klockan går fel, här eller hos lagringen',
  PermanentRedirect: 'S3_REGION eller S3_ENDPOINT stämmer inte',
  AuthorizationHeaderMalformed: 'S3_REGION stämmer inte',
  NotImplemented: 'lagringen stöder inte det som begärdes, till exempel S3_ENCRYPTION',
  TimeoutError: 'inget svar',
}
