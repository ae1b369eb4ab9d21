import { telephone } from '#core/people/web/telephone.ts'
import { variant } from '#platform/web/page/variant.ts'

/** Who is meant by 'kontakta support'. */
export function Support() {
  if (!variant.support) return <p>Fråga din närmaste chef vem som hjälper dig.</p>
  const { name, phone } = variant.support
  return (
    <p>
      Ring {name}, <a href={telephone(phone)}>{phone}</a>.
    </p>
  )
}
