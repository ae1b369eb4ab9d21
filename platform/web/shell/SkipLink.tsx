import styles from './SkipLink.module.css'

/** The first thing that Tab reaches: past the menus, to the content. */
export function SkipLink() {
  return (
    <a className={styles['skip']} href="#innehall">
      Hoppa till innehållet
    </a>
  )
}
