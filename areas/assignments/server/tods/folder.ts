import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { feedFileNames } from './files.ts'
import { Guard } from './guard.ts'
import type { Limits } from './limits.ts'
import { FeedFault, fileMissing, notReadable } from './problems.ts'
import { feedFilesAmong } from './root.ts'
import type { FeedFiles } from './feed-files.ts'

export async function openFolder(folder: string, limits: Limits): Promise<FeedFiles> {
  const root = await readable(folder, realpath(folder))
  const found: { segments: string[]; path: string }[] = []
  for (const item of await readable(folder, readdir(root, { withFileTypes: true }))) {
    if (feedFileNames.has(item.name)) found.push(await feedFile(root, [item.name]))
    if (!item.isDirectory()) continue
    for (const name of await readable(item.name, readdir(join(root, item.name)))) {
      if (feedFileNames.has(name)) found.push(await feedFile(root, [item.name, name]))
    }
  }
  const files = feedFilesAmong(folder, found)
  const guard = new Guard(limits)
  return {
    names: new Set(files.keys()),
    open: (name) => guard.watch(name, bytesOf(name, files.get(name)?.path)),
  }
}

async function feedFile(root: string, segments: string[]): Promise<{ segments: string[]; path: string }> {
  const file = segments.join('/')
  const path = await readable(file, realpath(join(root, ...segments)))
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new FeedFault({ file }, 'symbolisk-länk', 'Filen är en symbolisk länk ut ur mappen.')
  }
  if (!(await readable(file, stat(path))).isFile()) {
    throw new FeedFault({ file }, 'oläslig-källa', 'Det är ingen vanlig fil.')
  }
  return { segments, path }
}

async function* bytesOf(file: string, path: string | undefined): AsyncGenerator<Buffer> {
  if (path === undefined) throw fileMissing(file)
  try {
    for await (const chunk of createReadStream(path)) yield chunk as Buffer
  } catch (cause) {
    throw cannotRead(file, cause)
  }
}

async function readable<T>(file: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    throw cannotRead(file, cause)
  }
}

function cannotRead(file: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'syscall' in cause)) return cause
  return notReadable(file)
}
