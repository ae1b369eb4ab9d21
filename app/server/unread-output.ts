/**
 * Keeps the process running if the reader of its output goes away, or if the disk for the output is full. Without this, either would end
 * the process in the middle of its work. Pino handles its own lines.
 */
export function goOnUnread(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
