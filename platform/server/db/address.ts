import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

const lastRead = new Map<string, ClientConfig>()

/**
 * What an address says, with the certificates that it names, which are read again for each connection, so that a renewed one counts. While
 * they cannot be read, those of the last time count: pg itself would throw within the pool, where nothing catches it.
 */
export function readAddress(address: string): ClientConfig {
  try {
    const parsed = parse(address)
    // As it is, for pg itself to read: toClientConfig drops `ssl=no-verify`, and nothing would be encrypted.
    const read = { ...toClientConfig(parsed), ssl: parsed.ssl as ClientConfig['ssl'] }
    lastRead.set(address, read)
    return read
  } catch (error) {
    const last = lastRead.get(address)
    if (!last) throw error
    return last
  }
}
