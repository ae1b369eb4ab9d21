import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Metrics } from '#platform/server/metrics.ts'

export class MetricsPortTaken extends Error {}

/**
 * Serves /metrics on a separate address, which employees cannot reach. Returns the function that stops it. Throws
 * MetricsPortTaken.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw new MetricsPortTaken()
    throw error
  }
  return async () => {
    server.close()
    server.closeAllConnections()
  }
}
