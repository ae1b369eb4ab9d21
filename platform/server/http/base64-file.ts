import { Readable } from 'node:stream'

/** A multiple of three: the pieces in base64 are then, one after the other, the base64 of the whole. */
const PIECE_BYTES = 48 * 1024

/**
 * A file as the result of a call: its bytes in base64, which are made while the client receives them. As one text in an envelope, a file of 25 MB
 * takes 85 MB of memory, instead of 27, until a phone with poor coverage has all of it.
 */
export class Base64File {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** The envelope of an answer with the file, piece by piece. */
export function envelopeOf({ bytes }: Base64File, timestamp: string): Readable {
  return Readable.from(pieces(bytes, timestamp), { objectMode: false, highWaterMark: PIECE_BYTES })
}

function* pieces(bytes: Uint8Array, timestamp: string): Generator<Buffer> {
  yield Buffer.from('{"result":"')
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield Buffer.from(Buffer.from(bytes.subarray(at, at + PIECE_BYTES)).toString('base64'))
  }
  yield Buffer.from(`","timestamp":${JSON.stringify(timestamp)}}`)
}
