/** '05:12', and '01:10 +1' where it is the day after `date`. */
export function clockOf(time: string, date?: string): string {
  const clock = time.slice(11, 16)
  return date && time.slice(0, 10) > date ? `${clock} +1` : clock
}
