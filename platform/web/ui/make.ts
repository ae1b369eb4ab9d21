/** What an element has: its attributes by their names in React, and custom properties as its style. */
interface Attributes {
  readonly [name: string]: string | number | Readonly<Record<string, string>> | undefined
}

/**
 * Makes an element. What is shown before React has loaded is described by functions that are handed this, so that it is written once:
 * `makeElement` makes the document's own elements, `makePart` React's.
 */
export type Make<Part> = (
  tag: string,
  attributes: Attributes | null,
  ...children: readonly (Part | string | null | undefined)[]
) => Part
