/**
 * Schedules notifications. The first one is sent at once. Those that follow within `ms` milliseconds are sent together at
 * the end of that time.
 */
export function together(ms: number): (tell: () => void) => void {
  let waiting: (() => void)[] | null = null
  const tellAll = () => {
    const due = waiting ?? []
    waiting = due.length > 0 ? [] : null
    if (waiting) setTimeout(tellAll, ms)
    for (const tell of due) {
      try {
        tell()
      } catch (error) {
        reportError(error)
      }
    }
  }
  return (tell) => {
    if (waiting) {
      waiting.push(tell)
      return
    }
    waiting = [tell]
    setTimeout(tellAll, 0)
  }
}
