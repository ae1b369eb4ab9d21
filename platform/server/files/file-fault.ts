/** A file could not be written. The message tells what the system said, which libraries put behind their own words. */
export class NotStored extends Error {
  constructor(cause: unknown) {
    super(`a file was not stored: ${causes(cause).join(' < ')}`, { cause })
  }
}

// PostgreSQL's disk_full stands beside the file system's own.
const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
const unwritable = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'EMFILE', 'ENFILE'])

/** Whether it is the disk's fault that something failed: no room is left, or nothing can be written. Null where not. */
export function diskFault(error: unknown): 'full' | 'unwritable' | null {
  const codes = chain(error).map(({ code }) => code ?? '')
  if (codes.some((code) => full.has(code))) return 'full'
  return error instanceof NotStored || codes.some((code) => unwritable.has(code)) ? 'unwritable' : null
}

type Coded = Error & { readonly code?: string }

function chain(error: unknown): Coded[] {
  const found: Coded[] = []
  for (let next = error; next instanceof Error && !found.includes(next); next = next.cause) found.push(next)
  return found
}

const causes = (error: unknown) => chain(error).map(({ message }) => message)
