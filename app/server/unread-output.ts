/** Whoever reads the output may go, or its disk be full: neither must take the process along, in the middle of its work. Pino sees to its own lines. */
export function goOnUnread(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
