/** A document as text, from which the demo's PDF and Word files are made. */
export interface Paper {
  readonly title: string
  /** The company's name. */
  readonly author: string
  readonly dated: Date
  readonly sections: readonly PaperSection[]
}

export interface PaperSection {
  readonly heading?: string
  readonly paragraphs?: readonly string[]
  readonly points?: readonly string[]
}
