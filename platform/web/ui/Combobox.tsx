import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { ComboboxList } from './ComboboxList.tsx'
import { type ComboboxOption, holds, optionNamed } from './combobox-options.ts'
import styles from './Combobox.module.css'
import { Field, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { closeIcon } from './icons.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface ComboboxProps extends FieldProps {
  /** The text in the field: the chosen option's label, otherwise the typed text. */
  value: string
  /** Called at every keystroke and choice. `chosen` is the option that the text names, or null. */
  onChange: (value: string, chosen: ComboboxOption | null) => void
  onBlur?: () => void
  options: readonly ComboboxOption[]
  placeholder?: string
  name?: string
  /** Shown if nothing matches the text. Empty if nothing can be said about that. */
  emptyText?: string
}

// Nobody looks through a longer list. Another letter finds the rest.
const mostShown = 100

/**
 * What Enter chooses. Either an option, also when a new answer brings other options, or a position in a list that has not
 * come yet.
 */
interface At {
  index: number
  value?: string | undefined
}

/**
 * One of many options, found by typing a part of its name. The text stays even if it names no option, and `onChange` reports
 * which option it names. The pattern is the ARIA Authoring Practices' "editable combobox with list autocomplete".
 */
export function Combobox({ label, hint, error, value, onChange, onBlur, options, ...rest }: ComboboxProps) {
  const { placeholder, name, required, emptyText = 'Inga träffar' } = rest
  const [open, setOpen] = useState(false)
  const [typing, setTyping] = useState(false)
  const [at, setAt] = useState<At>({ index: -1 })
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const named = useMemo(() => optionNamed(options, value), [options, value])
  const shown = useMemo(() => {
    // If opened with an option chosen, the list shows all options.
    const all = named && !typing ? options : options.filter((option) => holds(option.label, value))
    return all.slice(0, mostShown)
  }, [options, value, named, typing])
  const active = at.value === undefined ? at.index : shown.findIndex((option) => option.value === at.value)
  const setActive = (index: number) => setAt({ index, value: shown[index]?.value })
  const nothingToChoose = typing && named !== null && shown.length === 1
  const visible = open && !nothingToChoose
  const expanded = visible && shown.length > 0
  const pointed = expanded && shown[active] ? `${listId}-${active}` : undefined

  useRoomBelow(frame, visible)
  useEffect(() => {
    if (pointed) document.getElementById(pointed)?.scrollIntoView({ block: 'nearest' })
  }, [pointed])

  const close = () => {
    setOpen(false)
    setTyping(false)
  }
  const openAt = (option?: ComboboxOption) => {
    if (!visible) setTyping(false)
    setAt({ index: -1, value: option?.value })
    setOpen(true)
  }
  const type = (text: string) => {
    setTyping(true)
    setOpen(true)
    // Enter then chooses the first match. An empty field has none.
    const first = options.find((option) => holds(option.label, text))
    setAt(text.trim() === '' ? { index: -1 } : { index: 0, value: first?.value })
    onChange(text, optionNamed(options, text))
  }
  const pick = (option: ComboboxOption) => {
    close()
    onChange(option.label, option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const chosen = shown[active]
    if (step !== 0 && !visible) openAt(named ?? shown[0])
    else if (step !== 0) setActive((active + step + shown.length) % Math.max(shown.length, 1))
    else if (event.key === 'Enter' && expanded && chosen) pick(chosen)
    else if (event.key === 'Escape' && visible) close()
    else return
    event.preventDefault()
    // A surrounding dialog must not close with the list.
    event.stopPropagation()
  }

  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(wiring) => (
        <div ref={frame} className={styles['frame']}>
          <input
            {...wiring}
            ref={input}
            type="text"
            name={name}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={expanded}
            aria-controls={expanded ? listId : undefined}
            aria-activedescendant={pointed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={placeholder}
            value={value}
            onChange={(event) => type(event.target.value)}
            onClick={() => {
              if (!visible) openAt()
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              close()
              if (named && named.label !== value) onChange(named.label, named)
              onBlur?.()
            }}
          />
          {value !== '' && (
            <button
              type="button"
              className={styles['clear']}
              aria-label="Rensa"
              title="Rensa"
              onClick={() => {
                close()
                onChange('', null)
                input.current?.focus()
              }}
            >
              <Icon path={closeIcon} size={20} />
            </button>
          )}
          {expanded && <ComboboxList id={listId} shown={shown} active={active} onPick={pick} onPoint={setActive} />}
          {/* Exists before it has text, because screen readers announce only text that is inserted into an existing region. */}
          <div aria-live="polite">
            {visible && shown.length === 0 && emptyText !== '' && <p className={styles['empty']}>{emptyText}</p>}
            {expanded && typing && (
              <VisuallyHidden>{shown.length === 1 ? 'En träff' : `${shown.length} träffar`}</VisuallyHidden>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}

/** A phone's keyboard covers half of the screen, so this scrolls the field up until its list is visible. */
function useRoomBelow(frame: RefObject<HTMLDivElement | null>, visible: boolean): void {
  useEffect(() => {
    if (!visible) return
    const makeRoom = () => {
      const bottom = frame.current?.lastElementChild?.previousElementSibling?.getBoundingClientRect().bottom ?? 0
      const height = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight
      if (bottom > height) frame.current?.scrollIntoView({ block: 'start' })
    }
    makeRoom()
    visualViewport?.addEventListener('resize', makeRoom)
    return () => visualViewport?.removeEventListener('resize', makeRoom)
  }, [frame, visible])
}
