// Forms and pictures for tests to send.
import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

export interface FormPart {
  readonly name: string
  /** Makes the part a file. */
  readonly fileName?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

/** A multipart form as it goes over the wire. */
export function formOf(...parts: readonly FormPart[]): { headers: Record<string, string>; payload: Buffer } {
  const boundary = `form-${randomUUID()}`
  const pieces = parts.flatMap(({ name, fileName, type = 'application/octet-stream', content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        (fileName === undefined ? '\r\n\r\n' : `; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`),
    ),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** A photo as a phone takes it: rotated by its metadata, with a location. */
export function photo({ width = 1200, height = 900 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 160 } } })
    .withExif({ IFD0: { Make: 'Telefonen' }, IFD3: { GPSLatitude: '63/1 49/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A PNG whose header claims this size, but with almost no data. */
export async function claimedPng(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
