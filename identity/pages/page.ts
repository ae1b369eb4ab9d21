import { createHash } from 'node:crypto'
import { accentCss } from '#platform/contract/accent.ts'
import type { Variant } from '#platform/contract/variant.ts'
import { styles } from './styles.ts'

/** Text that is safe to insert into HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | null | false | readonly Html[]

/** HTML with every value escaped, except those that are Html themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, at) => text + written(parts[at - 1] ?? null) + string))
}

function written(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part !== 'string' && typeof part !== 'number') return part.map(({ text }) => text).join('')
  return String(part).replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

export interface PageParts {
  readonly variant: Variant
  /** Data URL of the company's logo, if it has one. */
  readonly logo?: string | null
  /** Data URL of its pattern. */
  readonly pattern?: string | null
  readonly title: string
  /** Two columns if there is room. */
  readonly wide?: boolean
  readonly content: Html
}

/**
 * A whole page in the company's colours. It runs no script. It names its icon, because browsers otherwise ask for /favicon.ico, which the
 * policy refuses.
 */
export function page({ variant, logo, pattern, title, wide = false, content }: PageParts): string {
  return html`<!doctype html>
    <html lang="sv">
      <head>
        <meta charset="utf-8" />
        <title>${title} – ${variant.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${logo ?? 'data:,'}" />
        <style>
          ${new Html(styles + accentCss(variant.colors) + (pattern ? `:root{--pattern:url(${pattern})}` : ''))}
        </style>
      </head>
      <body>
        <header class="${wide ? 'wide' : ''}">
          ${logo ? html`<img src="${logo}" alt="" height="40" />` : null}<span>${variant.title}</span>
        </header>
        <main class="${wide ? 'wide' : ''}">${content}</main>
      </body>
    </html>`.text
}

/** The headers of a page: only its own style and form are allowed. */
export function headersOf(page: string): Record<string, string> {
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? ''
  return {
    'content-security-policy': policyFor(`'sha256-${createHash('sha256').update(style).digest('base64')}'`),
    ...commonHeaders,
  }
}

const commonHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

/** Allows frames of the same origin, since silent renewal runs the provider in a frame of the portal. */
function policyFor(style: string): string {
  return (
    `default-src 'none'; style-src ${style}; img-src data:; script-src 'self'; form-action 'self'; ` +
    `base-uri 'none'; frame-ancestors 'self'`
  )
}

/** Headers of the provider library's own answers; the library adds the hash of its one script. */
export const providerHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyFor("'self'"),
  ...commonHeaders,
}
