import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import styles from './FaultScreen.module.css'

/** A placeholder as high as the choice of a vehicle with the duty's bus. */
export function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton shape="rows" lines={2} />
    </div>
  )
}
