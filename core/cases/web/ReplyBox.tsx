import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { keyOf } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useShortcuts } from '#platform/web/office/shortcuts.ts'
import { Checkbox } from '#platform/web/ui/Checkbox.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { controlClass, Select } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { Answer, Note } from '../acts.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import { capitalised } from '../rules.ts'
import styles from './Case.module.css'
import { keepDraft, readDraft, useAttempts, useDraft } from './drafts.ts'
import { type OwnAct, useActing } from './own-acts.tsx'
import { useAnswer } from './use-answer.ts'

interface ReplyBoxProps {
  found: Case
  calls: CaseCalls
  /** The employee's last act here, which is not a change that he or she must read first. */
  own: OwnAct | null
  /** Called with the case's versions before and after. */
  onActed: (own: OwnAct) => void
  onDone: () => void
}

/**
 * How many versions an answer adds: one, also with its state. A question beside a state adds another one, and so does the mark that a case
 * loses when it ends.
 */
function changesBy({ next, marked, markLasts }: Case, { state, asks }: Answer): number {
  if (state === null) return 1
  const unmarks = marked && !markLasts && next.some(({ name, ends }) => ends && name === state)
  return 1 + Number(asks) + Number(unmarks)
}

type Tab = 'answer' | 'note'

/** Writes to the reporter, with a change of state, or a note that only the office sees: two tabs that look different. */
export function ReplyBox({ found, calls, own, onActed, onDone }: ReplyBoxProps) {
  const { number, version, actions, reporter, sensitive } = found
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const mayAnswer = actions.includes('answer')
  const [tab, setTab] = useState<Tab>(mayAnswer && !sensitive ? 'answer' : 'note')
  const attempts = useAttempts<Answer>(calls.kind, number, 'answer')
  const written = useAnswer(calls.kind, found, attempts.last?.state ?? null)
  const inside = useDraft(calls.kind, number, 'note')
  const notes = useAttempts<{ readonly note: Note; readonly at: number }>(calls.kind, number, 'note')
  const { state, asks } = written
  // Not by :focus-within, with which a pressed tab would move away from the mouse before it is clicked.
  const [open, setOpen] = useState(false)
  const { text, write } = tab === 'note' ? inside : written
  const type = (typed: string) => {
    // A text that is emptied by hand is given up: what is written next is a new one.
    if (typed === '') (tab === 'note' ? notes : attempts).forget()
    write(typed)
  }
  // The text is about the case as it was when the text was begun, also on an earlier visit: later changes have to be read first.
  const [read, setRead] = useState(() => Number(readDraft(calls.kind, number, 'version') || version))
  const isBegun = written.text.trim() !== ''
  const justOwn = own !== null && version === own.to && read === own.from
  const outdated = version !== read && !justOwn && isBegun
  if (version !== read && !outdated) setRead(version)
  const answered = { text: written.text, state, asks }
  // The change may be this very answer, if it was sent before without getting a response. Sent again, it is stored only once.
  const changed = outdated && !attempts.isOf(answered)
  useEffect(
    () => keepDraft(calls.kind, number, 'version', isBegun ? String(read) : ''),
    [calls.kind, number, isBegun, read],
  )
  /** The text of the note when the answer was sent. */
  const [noteThen, setNoteThen] = useState('')
  /** The version when the last note was first sent. */
  const [noted, setNoted] = useState(-1)
  const reloads = [calls.one, calls.list, calls.counts, calls.views]
  const client = useQueryClient()
  const answer = useSend(calls.answer, {
    once: attempts.key,
    reloads,
    onError: (error) => {
      attempts.failed(error)
      // The reloaded timeline then shows what has changed.
      void client.invalidateQueries({ queryKey: keyOf(calls.one) })
    },
    said: () => `Svaret på ${number} är skickat`,
    onSuccess: (_done, body) => {
      attempts.end()
      onActed({ from: body.version, to: body.version + changesBy(found, body) })
      // An employee who has typed more, or in the note, stays here.
      if (written.sent(body) && inside.text === noteThen) onDone()
    },
  })
  const note = useSend(calls.note, {
    once: notes.key,
    reloads,
    onError: notes.failed,
    said: () => `Anteckningen på ${number} är sparad`,
    onSuccess: (_done, body) => {
      notes.end()
      inside.sent(body.text)
      onActed({ from: noted, to: noted + 1 })
    },
  })
  const sending = tab === 'answer' ? answer : note
  const acting = useActing({ calls, found })
  const submit = () => {
    if (acting) return
    if (tab === 'note') {
      const begun = notes.begin(text, { note: { number, text }, at: version })
      setNoted(begun.at)
      note.submit(begun.note)
      return
    }
    setNoteThen(inside.text)
    answer.submit(attempts.begin(answered, { number, version: read, text, state: state || null, asks }))
  }
  const show = (to: Tab) => {
    setTab(to)
    field.current?.focus()
  }
  useShortcuts([
    ...(mayAnswer ? [{ key: 'r', label: `Svara ${calls.words.person}`, run: () => show('answer') }] : []),
    { key: 'n', label: 'Skriv intern anteckning', run: () => show('note') },
    ...(found.next.length > 0
      ? [
          {
            key: 's',
            label: 'Byt status',
            run: () => {
              // Only the tab of the answer has the choice of state.
              show('answer')
              // After the tab with the choice has been rendered.
              requestAnimationFrame(() => choice.current?.focus())
            },
          },
        ]
      : []),
  ])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') {
      // Back to the shortcuts of the case; the text stays.
      event.stopPropagation()
      document.querySelector<HTMLElement>('#arende')?.focus()
    }
  }
  const next = found.next.map(({ name }) => name)
  // A chosen state that was sent, and that the case may have by now, stays in the list until the outcome is known.
  const states = state === '' || next.includes(state) ? next : [...next, state]
  // The first name only: on a phone two tabs are side by side.
  const to = reporter?.split(' ')[0] ?? calls.words.person
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the fields in it
    <div
      className={classes(styles['reply'], tab === 'note' && styles['inside'])}
      data-open={open || text.trim() !== '' || state !== '' || asks || undefined}
      onKeyDown={onKey}
    >
      <div role="tablist" aria-label="Skriv" className={styles['tabs']}>
        {mayAnswer && (
          <TabButton on={tab === 'answer'} panel={id} onShow={() => show('answer')}>
            Svar till {to}
          </TabButton>
        )}
        <TabButton on={tab === 'note'} panel={id} onShow={() => show('note')}>
          Intern anteckning
        </TabButton>
      </div>
      <div
        id={id}
        role="tabpanel"
        aria-label={tab === 'answer' ? `Svar till ${to}` : 'Intern anteckning'}
        className={styles['write']}
      >
        {tab === 'answer' && found.next.length > 0 && (
          <div className={styles['choice']}>
            <label htmlFor={`${id}-state`}>Status</label>
            <Select
              id={`${id}-state`}
              ref={choice}
              placeholder={`Oförändrad (${found.state.name})`}
              value={state}
              options={states.map((name) => ({ value: name, label: name }))}
              onChange={({ target }) => written.choose(target.value)}
            />
          </div>
        )}
        <label className={styles['field']}>
          <VisuallyHidden>{tab === 'answer' ? `Svar till ${to}` : 'Intern anteckning'}</VisuallyHidden>
          <textarea
            className={controlClass}
            ref={field}
            rows={3}
            maxLength={4000}
            value={text}
            placeholder={
              tab === 'answer'
                ? `${capitalised(to)} läser det du skriver här.`
                : 'Bara kontoret ser det du skriver här.'
            }
            onFocus={() => setOpen(true)}
            onChange={({ target }) => type(target.value)}
          />
        </label>
        {sending.error && <SaveError error={sending.error} />}
        {tab === 'answer' && changed && (
          <Notice
            kind="warning"
            action={
              <Button
                onClick={() => {
                  setRead(version)
                  answer.reset()
                }}
              >
                Jag har läst
              </Button>
            }
          >
            Ärendet har ändrats medan du skrev. Läs händelserna ovanför innan du skickar.
          </Notice>
        )}
        <div className={styles['send']}>
          {tab === 'answer' && !found.ended && calls.words.asks && (
            <label className={styles['asks']}>
              <Checkbox checked={asks} onChange={({ target }) => written.ask(target.checked)} />
              Fråga: klockan stannar tills svaret kommer
            </label>
          )}
          <Button kind="primary" busy={sending.busy || acting} onClick={submit}>
            {sending.busy
              ? 'Skickar..'
              : tab === 'note'
                ? 'Spara anteckning'
                : state
                  ? `Skicka, sätt ${state}`
                  : 'Skicka svar'}
          </Button>
        </div>
      </div>
    </div>
  )
}

function TabButton({
  on,
  panel,
  onShow,
  children,
}: {
  on: boolean
  panel: string
  onShow: () => void
  children: ReactNode
}) {
  return (
    <button type="button" role="tab" aria-selected={on} aria-controls={panel} onClick={onShow}>
      {children}
    </button>
  )
}
