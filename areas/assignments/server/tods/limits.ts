/** How much of the machine a feed may use. Bytes are measured while unpacking, whatever the headers say. */
export interface Limits {
  /** Size of a zip on disk; it is held in memory while it is read. */
  readonly archiveBytes: number
  readonly entries: number
  readonly entryBytes: number
  readonly totalBytes: number
  /** Unpacked to packed size: timetables reach about 30, a zip bomb a thousand. Applies from `ratioFromBytes` on. */
  readonly ratio: number
  readonly ratioFromBytes: number
  /** Rows held in memory, stop_times excluded. */
  readonly rows: number
  /** Stop times of driven trips. Beyond that, trips are shown without their stops. */
  readonly stopTimes: number
  /** How many errors, and how many warnings, of a kind are listed individually. */
  readonly problems: number
}

const mebibyte = 1024 * 1024

export const defaultLimits: Limits = {
  archiveBytes: 512 * mebibyte,
  entries: 1000,
  entryBytes: 768 * mebibyte,
  totalBytes: 1024 * mebibyte,
  ratio: 200,
  ratioFromBytes: 8 * mebibyte,
  rows: 3_000_000,
  stopTimes: 2_000_000,
  problems: 20,
}
