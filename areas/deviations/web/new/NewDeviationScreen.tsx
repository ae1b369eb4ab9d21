import { pageAt } from '#platform/contract/pages.ts'
import { newPath } from '../paths.ts'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Link } from '#platform/web/ui/Link.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { requestPageFocus } from '#platform/web/ui/page-focus.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { formPath, kinds } from '../kinds.ts'
import { KindChoice } from './KindChoice.tsx'
import { kindForms } from './kind-forms.ts'

/** 'Ny avvikelse': the choice of a kind, then its form. */
export default function NewDeviationScreen() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const chosen = kinds.find(({ slug }) => slug === search.get('typ'))
  usePageTurnTo(chosen?.slug)
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
      <PageHeader key={chosen.slug} title={chosen.label} over={<Link to={pageAt(newPath)}>Ny avvikelse</Link>} />
      <Suspense key={chosen.slug} fallback={<Skeleton text="Laddar formulärdata.." spoken lines={5} />}>
        <Form />
      </Suspense>
    </>
  )
}

/** Choosing a kind acts like a new page although only the query changes: scrolls to the top and focuses the heading. */
function usePageTurnTo(slug: string | undefined): void {
  const last = useRef(slug)
  useLayoutEffect(() => {
    if (last.current === slug) return
    last.current = slug
    requestPageFocus()
    scrollTo(0, 0)
  }, [slug])
}
