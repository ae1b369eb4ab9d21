/** '84 kB', '1,2 MB': decimal, as phones count. */
export function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} byte`
  const kilo = bytes / 1000
  if (kilo < 999.5) return `${Math.round(kilo)} kB`
  return `${(kilo / 1000).toLocaleString('sv-SE', { maximumFractionDigits: 1 })} MB`
}
