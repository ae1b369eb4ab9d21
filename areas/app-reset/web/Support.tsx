import { variant } from '#platform/web/page/variant.ts'

/** Who is meant by 'kontakta support'. */
export function Support() {
  if (!variant.support) return <p>Fråga din närmaste chef vem som hjälper dig.</p>
  const { name, phone } = variant.support
  return (
    <p>
      Ring {name}, <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>.
    </p>
  )
}
