import { createElement, type ReactElement } from 'react'
import { Link } from './Link.tsx'
import type { Make } from './make.ts'

/** Makes a React element. A link is followed without reloading the page. */
export const makePart: Make<ReactElement> = (tag, attributes, ...children) => {
  if (tag !== 'a') return createElement(tag, attributes, ...children)
  const { href = '', ...rest } = attributes ?? {}
  return createElement(Link, { ...rest, to: href as string }, ...children)
}
