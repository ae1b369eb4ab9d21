import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const GIB = 1024 ** 3
const memory = '/dev/shm'

let folder: string | null = null

/**
 * The environment in which tests write to a folder that is removed when this process ends: in memory, where the system has plenty. Each test
 * file copies a database of a thousand files, and a disk that has just deleted as many takes a third of the tests' processor time for that.
 */
export function inScratch(): { readonly TMPDIR: string } {
  return { TMPDIR: (folder ??= make()) }
}

function make(): string {
  const path = mkdtempSync(join(isRoomy() ? memory : tmpdir(), 'linjen-tests-'))
  // A database server that a test starts is another user, who has to get through.
  chmodSync(path, 0o711)
  process.on('exit', () => rmSync(path, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return path
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 4 * GIB && freemem() > 8 * GIB
  } catch {
    return false
  }
}
