// A small disk in memory, for tests that fill one.
import { execFileSync } from 'node:child_process'

/** Mounts a disk of this many megabytes at a folder. Returns false, and prints so, if this user may not mount it. */
export function mountDisk(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    process.stdout.write('SKIPPED: a full disk. Only root may mount a small one.\n')
    return false
  }
}

/** Unmounts the disk even if a process still has files open there. */
export const unmountDisk = (folder: string): void => void execFileSync('umount', ['--lazy', folder])

const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: 'pipe' })

interface HangingDisk {
  /** From now on, processes that write there wait and cannot be ended, as on a shared folder whose server is away. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/**
 * Mounts a disk, which `file` contains, at a folder. The disk can hang. Returns null, and prints so, if this user or machine
 * cannot mount it.
 */
export function mountHangingDisk(folder: string, file: string): HangingDisk | null {
  try {
    run('truncate', '-s', '32M', file)
    run('mkfs.ext4', '-q', file)
    run('mount', '-o', 'loop', file, folder)
  } catch {
    process.stdout.write('SKIPPED: a disk that hangs. Only root may mount one, where the machine has loop devices.\n')
    return null
  }
  return { freeze: () => run('fsfreeze', '--freeze', folder), thaw: () => run('fsfreeze', '--unfreeze', folder) }
}
