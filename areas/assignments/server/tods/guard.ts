import { crc32 } from 'node:zlib'
import type { Limits } from './limits.ts'
import { FeedFault, swedishNumber } from './problems.ts'

/** What an archive claims about an entry; a file in a folder claims nothing. */
export interface Claim {
  readonly packedBytes: number
  readonly bytes: number
  readonly crc32: number
}

/** Counts what is actually unpacked from one source, and stops at the limits. */
export class Guard {
  readonly #limits: Limits
  #total = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Passes an entry's bytes on as long as they are within the limits and the size that the archive claims. */
  async *watch(file: string, chunks: AsyncIterable<Buffer>, claim?: Claim): AsyncGenerator<Buffer> {
    let bytes = 0
    let checksum = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      this.#total += chunk.length
      refuseSize(file, bytes, this.#total, this.#limits)
      if (claim) {
        refuseRatio(file, bytes, claim.packedBytes, this.#limits)
        if (bytes > claim.bytes) {
          throw new FeedFault({ file }, 'skadad-zip', 'Filen packas upp till mer än vad arkivet uppger.')
        }
        checksum = crc32(chunk, checksum)
      }
      yield chunk
    }
    if (claim && (bytes !== claim.bytes || checksum !== claim.crc32)) {
      throw new FeedFault(
        { file },
        'skadad-zip',
        'Filen är skadad: innehållet stämmer inte med arkivets kontrollsumma.',
      )
    }
  }
}

export function refuseSize(file: string, bytes: number, total: number, limits: Limits): void {
  if (bytes > limits.entryBytes) {
    throw new FeedFault({ file }, 'för-stort', `Filen är större än ${size(limits.entryBytes)} uppackad.`)
  }
  if (total > limits.totalBytes) {
    throw new FeedFault({ file }, 'för-stort', `Filerna är tillsammans större än ${size(limits.totalBytes)} uppackade.`)
  }
}

export function refuseRatio(file: string, bytes: number, packedBytes: number, limits: Limits): void {
  if (bytes <= limits.ratioFromBytes || bytes <= packedBytes * limits.ratio) return
  const message = `Filen packas upp till mer än ${swedishNumber(limits.ratio)} gånger sin storlek i arkivet, som en zipbomb.`
  throw new FeedFault({ file }, 'för-stort', message)
}

export function size(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024
  return mebibytes < 1 ? `${swedishNumber(bytes)} byte` : `${swedishNumber(Math.floor(mebibytes))} MiB`
}
