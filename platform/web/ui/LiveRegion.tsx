import styles from './VisuallyHidden.module.css'

/** The live region of `announce`: empty until there is something to announce. */
export const LiveRegion = () => <div data-speech className={styles['hidden']} aria-live="polite" aria-atomic="true" />
