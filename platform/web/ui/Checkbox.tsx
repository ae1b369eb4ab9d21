import type { ComponentProps } from 'react'
import { classes } from './class-names.ts'
import styles from './Checkbox.module.css'

/**
 * A checkbox to place beside its text. In dark mode the browser's own checkbox looks filled although it is not checked.
 */
export function Checkbox({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input type="checkbox" className={classes(styles['box'], className)} {...input} />
}
