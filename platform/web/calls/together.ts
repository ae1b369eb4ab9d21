/** Schedules notifications: the first at once, and those that follow within `ms` of it together, once the time is over. */
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
