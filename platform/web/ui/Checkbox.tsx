import type { ComponentProps } from 'react'
import { classes } from './class-names.ts'
import styles from './Checkbox.module.css'

/** A box to tick, beside its words. In the dark the browser's own is filled although it is not chosen. */
export function Checkbox({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={classes(styles['box'], className)} {...input} />
}
