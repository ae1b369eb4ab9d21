const denseBelow = 4096

/** A trip's stop sequences, stored as one bit each so that the millions of a large feed fit; rare large numbers are in a set. */
export class SequenceSet {
  // A typed array for each trip takes four times the memory.
  readonly #bits = [0, 0]
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
    while (word >= this.#bits.length) this.#bits.push(0)
    const bit = 1 << (sequence & 31)
    const before = this.#bits[word] ?? 0
    this.#bits[word] = before | bit
    return (before & bit) === 0
  }
}
