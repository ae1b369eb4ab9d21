import { variant } from '#platform/web/page/variant.ts'

/** Who it is that 'kontakta support' means. */
export function Support() {
  if (!variant.support) return <p>Fråga din närmaste chef vem som hjälper dig.</p>
  const { name, phone } = variant.support
  return (
    <p>
      Ring {name}, <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>.
    </p>
  )
}
