/**
 * Counts the lines of a CSV as an editor does, since csv-parse counts a CRLF within quotes as two and gives a record's last line. Readers
 * of a message need the first.
 */
export class LineCount {
  #counted = 0
  #real = 0

  /** The line on which the next record begins. */
  begin(): number {
    return this.#real + 1
  }

  /** `counted`: how many lines csv-parse has counted when the record ends. Empty lines are records too. */
  end(counted: number, record: readonly string[]): void {
    const spansLines = counted > this.#counted + 1
    this.#real += spansLines ? linesIn(record.join(' ')) : 1
    this.#counted = counted
  }
}

/** How many lines a text has; one if it is empty. */
export const linesIn = (text: string): number => text.split(/\r\n|[\r\n]/).length
