export interface FetchedFile {
  readonly base64: string
  /** Of a copy on the phone, if there is a newer version by now: when it was fetched, in milliseconds since 1970. */
  readonly outdatedFrom?: number
}
