import type { Make } from './make.ts'

const names: Readonly<Record<string, string>> = { className: 'class', dateTime: 'datetime' }

/** Makes an element of the document. */
export const makeElement: Make<Element> = (tag, attributes, ...children) => {
  const isDrawing = tag === 'svg' || tag === 'path'
  const element = isDrawing ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes ?? {})) {
    // Custom properties are set by the style object, because the page's policy refuses the style attribute.
    if (typeof value === 'object')
      for (const [property, one] of Object.entries(value)) (element as HTMLElement).style.setProperty(property, one)
    else if (value !== undefined) element.setAttribute(names[name] ?? name, String(value))
  }
  element.append(...children.filter((child) => child !== null && child !== undefined))
  return element
}
