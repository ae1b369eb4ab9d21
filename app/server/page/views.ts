import type { FirstCall } from '#platform/contract/first-calls.ts'
import { callsMark, jsonInPage, linksMark } from './render.ts'

/** A path that has a view, as the build writes it to screens.json. */
export interface Screen {
  /** In the router's syntax, ':' for a variable part. */
  readonly path: string
  /** The scripts and styles that the screen waits for. */
  readonly files: readonly string[]
  readonly firstCalls?: readonly FirstCall[]
}

export interface View {
  readonly matches: RegExp
  /** The screen's first calls, for the page's first script. */
  readonly calls: string
  /** Links to the screen's files. They are last in the head, so that files which every page needs are fetched first. */
  readonly links: string
}

/** Lets the page fetch the screen's files in parallel with the main script, and its first script make the screen's first calls. */
export function toView({ path, files, firstCalls }: Screen): View {
  const links = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}" />`
      : `<link rel="modulepreload" crossorigin href="/${file}" />`,
  )
  const calls = firstCalls && `<script type="application/json" id="first-calls">${jsonInPage(firstCalls)}</script>`
  return { matches: matcher(path), calls: calls ?? '', links: links.join('') }
}

export const withView = (html: string, view: View | undefined) =>
  html.replace(callsMark, () => view?.calls ?? '').replace(linksMark, () => view?.links ?? '')

/** Matches a path like the router: case-insensitive, with or without a trailing slash. */
function matcher(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i')
}
