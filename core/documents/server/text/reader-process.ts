// A process that reads documents for the portal, one at a time. A hostile file can at most end this process: its thread has a limited
// heap, and this side of it watches the time and the memory outside the heap, and ends when the portal does.
import { Worker } from 'node:worker_threads'
import type { ReadRequest, TextRead } from './text-read.ts'

const LONGEST_MS = 20_000
const WATCHED_MS = 100
const MOST_MEMORY = 700 * 1024 * 1024

const thread = new Worker(new URL('./reading.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 300 },
  stdout: true,
  stderr: true,
})
const give = (read: TextRead) => process.send?.(read)
const end = () => process.exit(1)

let overdue: NodeJS.Timeout | undefined
process.on('message', (request: ReadRequest) => {
  overdue = setTimeout(end, LONGEST_MS)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(request)
})
thread.on('message', (read: TextRead) => {
  clearTimeout(overdue)
  give(read)
})
thread.on('error', end)
thread.on('exit', end)
process.on('disconnect', end)
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY) end()
}, WATCHED_MS)
