// A small disk of memory, for tests that fill one.
import { execFileSync } from 'node:child_process'

/** Mounts a disk of so many megabytes at a folder; false, said in the output, where this user may not. */
export function mountDisk(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch {
    process.stdout.write('SKIPPED: a full disk. Only root may mount a small one.\n')
    return false
  }
}

/** Also while a process still has files open there. */
export const unmountDisk = (folder: string): void => void execFileSync('umount', ['--lazy', folder])
