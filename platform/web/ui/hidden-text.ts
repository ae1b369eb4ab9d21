import type { Make } from './make.ts'
import styles from './VisuallyHidden.module.css'

/** Text for screen readers only. */
export const hiddenText = <Part>(make: Make<Part>, text: string): Part =>
  make('span', { className: styles['hidden'] }, text)
