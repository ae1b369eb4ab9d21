/** The files of a feed, from a folder or a zip. */
export interface FeedFiles {
  readonly names: ReadonlySet<string>
  /** May throw FeedFault midway. */
  open(name: string): AsyncIterable<Buffer>
}
