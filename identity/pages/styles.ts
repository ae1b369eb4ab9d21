import { readFileSync } from 'node:fs'

const tokens = readFileSync(new URL('../../platform/web/ui/tokens.css', import.meta.url), 'utf8')
const own = readFileSync(new URL('page.css', import.meta.url), 'utf8')

/** The product's colours and sizes, and the styles of the provider's few pages. */
export const styles = `${tokens}\n${own}`.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\s+/g, ' ')
