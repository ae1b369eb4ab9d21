import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const GIB = 1024 ** 3
const memory = '/dev/shm'

let folder: string | null = null

/**
 * The environment with which tests write to a folder that is removed when this process ends. The folder is in memory if the system has
 * plenty: each test file copies a database of a thousand files, and on a disk that has just deleted as many, this takes a third of the
 * tests' processor time.
 */
export function inScratch(): { readonly TMPDIR: string } {
  return { TMPDIR: (folder ??= make()) }
}

function make(): string {
  const path = mkdtempSync(join(isRoomy() ? memory : tmpdir(), 'linjen-tests-'))
  // A database server that a test starts runs as another user, who has to pass through this folder.
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
