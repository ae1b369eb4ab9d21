/**
 * The portal's one Trusted Types policy; the page's Content-Security-Policy lets no other be made. It is kept in this file:
 * what it lets through goes into a document that runs nothing and loads nothing, and out of it only what rich-text picks.
 */
const policy = window.trustedTypes?.createPolicy('linjen', { createHTML: (html) => html })

/** Reads HTML as a document of its own: no script runs in it, no picture is fetched, nothing of it is shown. */
export function parseInert(html: string): Document {
  // A browser without Trusted Types takes the text as it is.
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? html) as string, 'text/html')
}
