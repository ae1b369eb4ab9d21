import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * What file systems say that cannot sync a folder, as some shared ones, or do not let it be opened for that: nothing more can be done there.
 * PostgreSQL ignores the same (fsync_fname_ext in src/common/file_utils.c).
 */
const cannot = new Set(['EACCES', 'EBADF', 'EINVAL', 'EISDIR', 'ENOSYS', 'ENOTSUP'])

/** Makes sure that the names in a folder outlive a power cut. Windows has no such call and does it by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!cannot.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Creates a folder that only the portal's user may read, with those above it that are missing, so that they outlive a power cut. */
export async function makeSyncedFolder(folder: string): Promise<void> {
  const whole = resolve(folder)
  const first = await mkdir(whole, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let made = whole; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}
