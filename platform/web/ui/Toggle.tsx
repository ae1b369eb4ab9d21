import styles from './Toggle.module.css'

/** A switch that takes effect at once. The whole row is its target. */
export function Toggle({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className={styles['toggle']}>
      <input
        className={styles['input']}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the native checkbox has the state
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles['track']} aria-hidden="true" />
      {label}
    </label>
  )
}
