/** What the run has started and made, to be taken back in reverse order: also after a failure, and at Ctrl-C. */
export class Undo {
  readonly #steps: (() => unknown)[] = []

  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** Takes everything back, once; a step that fails is told and does not stop the others. */
  async all(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step()
      } catch (error) {
        process.stderr.write(`Could not be taken back: ${String(error)}\n`)
      }
    }
  }
}
