import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import styles from './Figure.module.css'

interface FigureProps {
  title: string
  /** The period of the number. */
  when?: string
  value: string
  /** A state beside the number: icon and word. */
  state?: ReactNode
  /** One sentence that says what the number means for the reader. */
  children: ReactNode
}

/** A number, and what it means. */
export function Figure({ title, when, value, state, children }: FigureProps) {
  return (
    <Card title={title}>
      <div>
        {when && <p className={styles['when']}>{when}</p>}
        <p className={styles['value']}>{value}</p>
        {state}
        <p className={styles['means']}>{children}</p>
      </div>
    </Card>
  )
}

/** Figures beside one another. */
export function Figures({ children }: { children: ReactNode }) {
  return <div className={styles['figures']}>{children}</div>
}
