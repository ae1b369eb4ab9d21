/** A file could not be written. The message is the system's own, which libraries wrap in theirs. */
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

// 53100 is PostgreSQL's disk_full.
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
const unwritable = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'EMFILE', 'ENFILE'])

/** Whether the disk caused an error: it is full, or nothing can be written to it. Null if it did not. */
export function diskFault(error: unknown): 'full' | 'unwritable' | null {
  const codes = chain(error).map(({ code }) => code ?? '')
  if (codes.some((code) => full.has(code))) return 'full'
  return error instanceof NotStored || error instanceof NotRead || codes.some((code) => unwritable.has(code))
    ? 'unwritable'
    : null
}

/** Whether the disk has a file that it can no longer read. */
export const isUnreadable = (error: unknown): boolean => chain(error).some(({ code }) => code === 'EIO')

type Coded = Error & { readonly code?: string }

function chain(error: unknown): Coded[] {
  const found: Coded[] = []
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next)
  return found
}

const causes = (error: unknown) => chain(error).map(({ message }) => message)

/** The name that the system or the store has for what is wrong, and what it means: its message may hold more. */
export function faultInWords(error: unknown): string {
  const root = chain(error).at(-1)
  const name = root?.code ?? root?.name ?? 'okänt fel'
  const words = meant[name]
  return words ? `${name}, ${words}` : name
}

// Nothing listens, the name is not known yet, the network is down, or nobody answers.
const network = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|TimeoutError)/

/** Whether a store in S3 may be there again without anybody changing a setting: it or the network is away, or it is busy. */
export function mayPass(error: unknown): boolean {
  const root: (Coded & Answered) | undefined = chain(error).at(-1)
  const status = root?.$metadata?.httpStatusCode ?? 0
  return network.test(root?.code ?? root?.name ?? '') || status === 429 || (status >= 500 && status !== 501)
}

/** What the SDK knows of an answer of S3's. */
interface Answered {
  readonly $metadata?: { readonly httpStatusCode?: number }
}

const keys = 'S3_ACCESS_KEY_ID och S3_SECRET_ACCESS_KEY passar inte'
const rights = 'nyckeln har inte den rätten i hinken'

/** What a store that speaks S3 says of what an operator has set wrong. Vendors share these names. */
const meant: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: keys,
  InvalidAccessKeyId: keys,
  'HTTP 401': keys,
  AccessDenied: rights,
  // To HEAD no store says more.
  'HTTP 403': `${keys}, eller ${rights}`,
  NoSuchBucket: 'hinken finns inte',
  RequestTimeTooSkewed: 'klockan går fel, här eller där',
  PermanentRedirect: 'S3_REGION eller S3_ENDPOINT är en annan',
  AuthorizationHeaderMalformed: 'S3_REGION är en annan',
  NotImplemented: 'lagringen kan inte det, till exempel S3_ENCRYPTION',
  TimeoutError: 'inget svar',
}
