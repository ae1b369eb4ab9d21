import type { Make } from '../ui/make.ts'
import { firstHeader } from './header-part.ts'
import styles from './Shell.module.css'

/** The frame around a screen on a phone before React has loaded: Shell without its controls. */
export const firstFrame = <Part>(make: Make<Part>, content: Part): readonly Part[] => [
  firstHeader(make),
  make('div', { className: styles['columns'] }, make('main', { className: styles['main'] }, content)),
]
