import type { CSSProperties } from 'react'
import type { Line } from '#platform/contract/lines.ts'
import styles from './LineBadge.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface LineBadgeProps {
  line: Line
  /** Beside a text that names the line. */
  decorative?: boolean
}

/** A bus line in its colours, as on the bus itself. */
export function LineBadge({ line: { namn, farg, textfarg }, decorative = false }: LineBadgeProps) {
  const colours = farg && textfarg ? ({ '--line-ground': farg, '--line-text': textfarg } as CSSProperties) : undefined
  return (
    <span className={styles['badge']} style={colours} aria-hidden={decorative || undefined}>
      {!decorative && <VisuallyHidden>Linje </VisuallyHidden>}
      {namn}
    </span>
  )
}
