// Apart from the reset itself, which is fetched when it is asked for.
let ended = false

/** The app has been reset: this page begins nothing any more that would be left behind. The next page begins anew. */
export function endPage(): void {
  ended = true
}

export const hasEnded = (): boolean => ended
