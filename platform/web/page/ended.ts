// Separate from the reset itself, which is loaded on request.
let ended = false

/** Marks that the app has been reset: this page starts nothing more that would leave data behind. The next page starts over. */
export function endPage(): void {
  ended = true
}

export const hasEnded = (): boolean => ended
