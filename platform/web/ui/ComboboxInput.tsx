import { Autocomplete } from '@base-ui/react/autocomplete'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type ComboboxOption, grouped, holds, optionNamed, type OptionGroup } from './combobox-options.ts'
import styles from './Combobox.module.css'
import type { FieldWiring } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons.ts'

export interface ComboboxInputProps {
  label: string
  wiring: FieldWiring
  value: string
  onChange: (value: string, chosen: ComboboxOption | null) => void
  onFocus: () => void
  onBlur: () => void
  /** The field had the focus before the list came. */
  focused: boolean
  options: readonly ComboboxOption[]
  placeholder?: string
  name?: string
  emptyText?: string
}

// More than anyone looks through; a letter more finds the rest.
const mostShown = 100

const shows = ({ label }: ComboboxOption, typed: string) => holds(label, typed)

/** The field with its list. A chunk of its own, shared by all forms: see Combobox. */
export default function ComboboxInput(props: ComboboxInputProps) {
  const { label, wiring, value, onChange, onFocus, onBlur, options, placeholder, name, focused } = props
  const { emptyText = 'Inga träffar' } = props
  const groups = useMemo(() => grouped(options), [options])
  const input = useRef<HTMLInputElement>(null)
  const takesFocus = useRef(focused)
  useLayoutEffect(() => {
    if (takesFocus.current) input.current?.focus()
    takesFocus.current = false
  }, [])
  return (
    <Autocomplete.Root
      // Either shape will do; the types have no word for both.
      items={(groups ?? options) as readonly ComboboxOption[]}
      filter={shows}
      limit={mostShown}
      value={value}
      name={name}
      autoHighlight
      openOnInputClick
      onValueChange={(typed, { event }) =>
        onChange(typed, pressedOption(options, event) ?? optionNamed(options, typed))
      }
    >
      <Autocomplete.Input
        {...wiring}
        ref={input}
        autoComplete="off"
        placeholder={placeholder}
        onFocus={onFocus}
        onBlur={onBlur}
      />
      <Autocomplete.Clear className={styles['clear']} aria-label="Rensa" title="Rensa">
        <Icon path={closeIcon} size={20} />
      </Autocomplete.Clear>
      <Autocomplete.Portal>
        <Autocomplete.Positioner className={styles['positioner']} sideOffset={4} align="start" collisionPadding={8}>
          <Autocomplete.Popup className={styles['popup']}>
            <Autocomplete.Empty>
              <p className={styles['empty']}>{emptyText}</p>
            </Autocomplete.Empty>
            <Autocomplete.List className={styles['list']} aria-label={label}>
              {groups
                ? (group: OptionGroup) => (
                    <Autocomplete.Group key={group.value} items={group.items} className={styles['group']}>
                      <Autocomplete.GroupLabel className={styles['heading']}>{group.value}</Autocomplete.GroupLabel>
                      <Autocomplete.Collection>{toItem}</Autocomplete.Collection>
                    </Autocomplete.Group>
                  )
                : toItem}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

function toItem(option: ComboboxOption) {
  return (
    <Autocomplete.Item key={option.value} value={option} data-option={option.value} className={styles['item']}>
      {option.label}
    </Autocomplete.Item>
  )
}

/** Two options may share a label: the one that was pressed is meant. */
function pressedOption(options: readonly ComboboxOption[], event: Event): ComboboxOption | undefined {
  const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-option]') : null
  return item ? options.find(({ value }) => value === item.dataset['option']) : undefined
}
