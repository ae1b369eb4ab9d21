/** The attributes of an element by their React names, and custom properties as its style. */
interface Attributes {
  readonly [name: string]: string | number | Readonly<Record<string, string>> | undefined
}

/**
 * Makes an element. Parts that are shown before React has loaded are written as functions that get this function, so that they are
 * written once: `makeElement` makes DOM elements, `makePart` React elements.
 */
export type Make<Part> = (
  tag: string,
  attributes: Attributes | null,
  ...children: readonly (Part | string | null | undefined)[]
) => Part
