/** A length of time in whole minutes, in words: '1 h 56 min', '2 h', '47 min'. Its sign is left out. */
export function hoursAndMinutes(minutes: number): string {
  const long = Math.abs(minutes)
  const [hours, rest] = [Math.floor(long / 60), long % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}
