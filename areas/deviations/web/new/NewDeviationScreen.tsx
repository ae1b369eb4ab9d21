import { pageAt } from '#platform/contract/pages.ts'
import { newPath } from '../paths.ts'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { usePageTurnTo } from '#platform/web/shell/page-turn.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { formPath, kinds } from '../kinds.ts'
import { useStart } from '../start.ts'
import { KindChoice } from './KindChoice.tsx'
import { kindForms } from './kind-forms.ts'

/** 'Ny avvikelse': the choice of a kind, then its form. */
export default function NewDeviationScreen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const chosen = kinds.find(({ slug }) => slug === search.get('typ'))
  // The same kind chosen again is a new form.
  const opened = `${chosen?.slug} ${useStart().key}`
  usePageTurnTo(chosen ? opened : null)
  if (!chosen) {
    return (
      <>
        <PageHeader key="choice" title="Ny avvikelse" lead="Vad gäller det?" />
        <KindChoice onChoose={(slug) => void navigate(pageAt(formPath(slug)))} />
      </>
    )
  }
  const Form = kindForms[chosen.kind]
  return (
    <>
      <PageHeader key={opened} title={chosen.label} over={<Link to={pageAt(newPath)}>Ny avvikelse</Link>} />
      <Suspense key={chosen.slug} fallback={<Skeleton text="Laddar formulärdata.." spoken lines={5} />}>
        <Form />
      </Suspense>
    </>
  )
}
