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

type Coded = Error & { readonly code?: string }

function chain(error: unknown): Coded[] {
  const found: Coded[] = []
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next)
  return found
}

const causes = (error: unknown) => chain(error).map(({ message }) => message)
