import { type ComboboxOption, grouped } from './combobox-options.ts'
import styles from './Combobox.module.css'

interface ComboboxListProps {
  id: string
  shown: readonly ComboboxOption[]
  /** Index of the option that Enter chooses; -1 for none. */
  active: number
  onPick: (option: ComboboxOption) => void
  onPoint: (index: number) => void
}

/** The options of a Combobox. The focus stays in the Combobox's field, which refers to the option `<id>-<index>`. */
export function ComboboxList({ id, shown, active, onPick, onPoint }: ComboboxListProps) {
  const item = (option: ComboboxOption) => {
    const index = shown.indexOf(option)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field handles the keyboard
      <div
        key={option.value}
        id={`${id}-${index}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option element needs a select, which does not allow typing
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
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field handles the keyboard
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- neither select nor datalist can do this
      role="listbox"
      aria-label="Träffar"
      className={styles['list']}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups?.map(({ value, items }, group) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a listbox must not contain a fieldset
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
