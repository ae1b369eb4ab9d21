/** The files of a feed, wherever they lie. */
export interface FeedFiles {
  readonly names: ReadonlySet<string>
  /** Throws FeedFault, also midway. */
  open(name: string): AsyncIterable<Buffer>
}
