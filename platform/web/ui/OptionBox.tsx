import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { checkIcon } from './icons.ts'
import styles from './OptionBox.module.css'

type OptionBoxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  /** One choice of several, or any number of them. */
  type: 'radio' | 'checkbox'
  children: ReactNode
}

/** An answer to choose, in a box that is easy to hit. */
export function OptionBox({ children, ...input }: OptionBoxProps) {
  return (
    <label className={styles['box']}>
      {/* The native control covers the whole box invisibly. */}
      <input {...input} />
      {input.type === 'radio' ? (
        <span className={styles['dot']} aria-hidden="true" />
      ) : (
        <span className={styles['tick']} aria-hidden="true">
          <Icon path={checkIcon} size={16} />
        </span>
      )}
      {children}
    </label>
  )
}
