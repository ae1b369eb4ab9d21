import type { ClientConfig } from 'pg'
import { parseIntoClientConfig } from 'pg-connection-string'

const lastRead = new Map<string, ClientConfig>()

/**
 * What an address says, with the certificates that it names, which are read again for each connection, so that a renewed one counts. While
 * they cannot be read, those of the last time count: pg itself would throw within the pool, where nothing catches it.
 */
export function readAddress(address: string): ClientConfig {
  try {
    const read = parseIntoClientConfig(address)
    lastRead.set(address, read)
    return read
  } catch (error) {
    const last = lastRead.get(address)
    if (!last) throw error
    return last
  }
}
