import styles from './SkipLink.module.css'

/** The first element that Tab reaches: it skips the menus. */
export function SkipLink() {
  return (
    <a className={styles['skip']} href="#innehall">
      Hoppa till innehållet
    </a>
  )
}
