const denseBelow = 4096

/** A trip's stop sequences, stored as one bit each so that the millions of a large feed fit; rare large numbers are in a set. */
export class SequenceSet {
  #bits = new Uint32Array(2)
  #large: Set<number> | undefined

  /** Returns false if it was already present. */
  add(sequence: number): boolean {
    if (sequence >= denseBelow) {
      this.#large ??= new Set()
      if (this.#large.has(sequence)) return false
      this.#large.add(sequence)
      return true
    }
    const word = sequence >>> 5
    if (word >= this.#bits.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#bits.length * 2))
      grown.set(this.#bits)
      this.#bits = grown
    }
    const bit = 1 << (sequence & 31)
    const before = this.#bits[word] ?? 0
    this.#bits[word] = before | bit
    return (before & bit) === 0
  }
}
