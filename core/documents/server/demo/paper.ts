/** A document as text: what the demo's PDF and Word files are made of. */
export interface Paper {
  readonly title: string
  /** Whose it is: the company's name. */
  readonly author: string
  readonly dated: Date
  readonly sections: readonly PaperSection[]
}

export interface PaperSection {
  readonly heading?: string
  readonly paragraphs?: readonly string[]
  readonly points?: readonly string[]
}
