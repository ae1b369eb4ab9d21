import { readFileSync } from 'node:fs'

const tokens = readFileSync(new URL('../../platform/web/ui/tokens.css', import.meta.url), 'utf8')
const own = readFileSync(new URL('page.css', import.meta.url), 'utf8')

/** The product's colours and sizes, and what the few pages of the provider add. */
export const styles = `${tokens}\n${own}`.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ')
