/** What the run has started and created, to be undone in reverse order, also after a failure and at Ctrl-C. */
export class Undo {
  readonly #steps: (() => unknown)[] = []

  add(step: () => unknown): void {
    this.#steps.push(step)
  }

  /** Undoes everything, once; a step that fails is reported and does not stop the others. */
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
