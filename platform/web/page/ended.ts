// Separate from the reset itself, which is loaded on request.
let ended = false

/**
 * Records that the app has been reset, so that this page starts nothing more that would leave data behind. The next page starts
 * over.
 */
export function endPage(): void {
  ended = true
}

export const hasEnded = (): boolean => ended
