// A file store for tests that takes pictures, and does not say whether it has them until it is let go.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function slowStore() {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'PUT') response.writeHead(200).end()
    else {
      waiting.push(response)
      server.emit('asked')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    settings: {
      FILES: 's3',
      S3_BUCKET: 'linjen',
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    },
    /** Resolves when somebody next waits for it. */
    asked: () => once(server, 'asked'),
    letGo() {
      for (const response of waiting.splice(0)) response.writeHead(200).end()
      server.removeAllListeners('request').on('request', (request, response) => {
        request.resume()
        response.writeHead(200).end()
      })
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
