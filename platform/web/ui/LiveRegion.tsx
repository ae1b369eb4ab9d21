import styles from './VisuallyHidden.module.css'

/** Where `announce` speaks: empty until there is something to say. */
export const LiveRegion = () => <div data-speech className={styles['hidden']} aria-live="polite" aria-atomic="true" />
