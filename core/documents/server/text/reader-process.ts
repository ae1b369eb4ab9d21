// A process that reads documents for the portal, one at a time, in a thread whose heap is limited: a hostile file can at most end it.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { endWork, work } from '#platform/server/work-process/in-work-process.ts'
import { READER_MEMORY, type ReadRequest } from './text-read.ts'

const thread = new Worker(new URL('./reading.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 300 },
  stdout: true,
  stderr: true,
})
thread.on('error', endWork)
thread.on('exit', endWork)

work(READER_MEMORY, async (request: ReadRequest) => {
  const answered = once(thread, 'message')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(request)
  const [text] = (await answered) as [string | null]
  return text
})
