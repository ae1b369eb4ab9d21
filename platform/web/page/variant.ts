import type { WebVariant } from '#platform/contract/variant.ts'

function read(): WebVariant {
  const text = document.querySelector('#variant')?.textContent
  if (!text) throw new Error('The page holds no variant: it must be served by the portal, which writes it in.')
  return JSON.parse(text) as WebVariant
}

/** The variant of this portal, which the server has written into the page. */
export const variant: WebVariant = read()
