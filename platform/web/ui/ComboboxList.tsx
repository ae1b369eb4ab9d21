import { type ComboboxOption, grouped } from './combobox-options.ts'
import styles from './Combobox.module.css'

interface ComboboxListProps {
  id: string
  shown: readonly ComboboxOption[]
  /** Index of the one that Enter takes; -1 for none. */
  active: number
  onPick: (option: ComboboxOption) => void
  onPoint: (index: number) => void
}

/** What a Combobox offers. The focus stays in its field, which points to the option `<id>-<index>`. */
export function ComboboxList({ id, shown, active, onPick, onPoint }: ComboboxListProps) {
  const item = (option: ComboboxOption) => {
    const index = shown.indexOf(option)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keyboard
      <div
        key={option.value}
        id={`${id}-${index}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element needs a select, which takes no typing
        role="option"
        aria-selected={index === active}
        className={styles['item']}
        onClick={() => onPick(option)}
        onPointerMove={() => onPoint(index)}
      >
        {option.label}
      </div>
    )
  }
  const groups = grouped(shown)
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field has the keyboard
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- neither select nor datalist does what this does
      role="listbox"
      aria-label="Träffar"
      className={styles['list']}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups?.map(({ value, items }, group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset has no place in a listbox
        <div key={value} role="group" aria-labelledby={`${id}-group-${group}`}>
          <div id={`${id}-group-${group}`} className={styles['heading']} role="presentation">
            {value}
          </div>
          {items.map(item)}
        </div>
      )) ?? shown.map(item)}
    </div>
  )
}
