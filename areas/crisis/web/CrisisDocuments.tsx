import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { documentsLoading } from '#core/documents/web/load-texts.ts'
import type { CrisisGuide } from '#platform/contract/variant.ts'
import { prefetch } from '#platform/web/calls/query.ts'
import { afterPaint } from '#platform/web/page/after-paint.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { LazyView } from '#platform/web/shell/LazyView.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useSubject } from '#platform/web/who/session.ts'
import { getAreaDocuments, getPositionDocuments } from '../calls.ts'
import { documentOptions } from './documents.ts'
import { SignInFirst } from './SignInFirst.tsx'

const documentsOf = {
  a: { ask: () => prefetch(getAreaDocuments, undefined, documentOptions), load: () => import('./AreaDocuments.tsx') },
  b: {
    ask: () => prefetch(getPositionDocuments, undefined, documentOptions),
    load: () => import('./PositionDocuments.tsx'),
  },
}

interface CrisisDocumentsProps {
  guide: CrisisGuide
  /** Whether the guide is on the screen or has failed. The documents wait for that, so that they do not delay the guide. */
  begins: boolean
}

/** Documents of the area in variant A, of the position in variant B; they are loaded after the guide. */
export function CrisisDocuments({ guide, begins }: CrisisDocumentsProps) {
  const known = useSubject() !== ''
  return (
    <Card title="Dokument" icon={documentIcon}>
      {known ? <AfterPaint guide={guide} begins={begins} /> : <SignInFirst />}
    </Card>
  )
}

// A second visit shows them at once.
let haveBegun = false

function AfterPaint({ guide, begins }: CrisisDocumentsProps) {
  const { ask, load } = documentsOf[guide]
  const [painted, setPainted] = useState(haveBegun)
  const begin = useEffectEvent(() => {
    haveBegun = true
    void ask()
    startTransition(() => setPainted(true))
  })
  useEffect(() => (begins && !painted ? afterPaint(begin) : undefined), [begins, painted])
  const waiting = <Skeleton text={documentsLoading} shape="rows" lines={3} />
  if (!painted) return waiting
  return (
    // If the code of the documents cannot be loaded, the guide stays.
    <ErrorBoundary>
      <LazyView load={load} waiting={waiting} />
    </ErrorBoundary>
  )
}
