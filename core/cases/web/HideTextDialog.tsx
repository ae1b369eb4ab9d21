import { minuteText } from '#platform/contract/wall-clock.ts'
import { type KeyboardEvent, useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { mayHaveKeyboard } from '#platform/web/ui/has-mouse.ts'
import type { CaseCalls } from '../calls.ts'
import type { Case } from '../contract.ts'
import { indexInText } from './index-in-text.ts'
import styles from './Redaction.module.css'
import type { OwnAct } from './own-acts.tsx'
import { useOpened } from './use-opened.ts'

interface HideDialogProps {
  found: Case
  calls: CaseCalls
  onClose: () => void
  /** Called with the case's versions before and after. */
  onActed: (own: OwnAct) => void
}

/** Hides words of the case, which are selected in a read-only field with the mouse or with Shift and the arrow keys. */
export default function HideTextDialog({ found, calls, onClose, onActed }: HideDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version } = seen
  const texts = textsOf(seen, calls.words)
  const [part, setPart] = useState(texts[0]?.part ?? '')
  const [from, setFrom] = useState(0)
  const [words, setWords] = useState('')
  const [why, setWhy] = useState('')
  const hide = useSend(calls.hideText, {
    once: true,
    reloads: [calls.one, calls.list],
    said: () => `Texten är dold i ${number}`,
    onError,
    onSuccess: (_done, { version: from }) => onActed({ from, to: from + 1 }),
    onReloaded: onClose,
  })
  const text = texts.find((each) => each.part === part)?.text ?? ''
  return (
    <Dialog
      cancel
      title={`Dölj text i ${number}`}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          busy={hide.busy}
          disabled={words === ''}
          onClick={() => hide.submit({ number, version, part, from, words, why })}
        >
          {hide.busy ? 'Döljer..' : 'Dölj det markerade'}
        </Button>
      }
    >
      <div className={styles['fields']}>
        {texts.length > 1 && (
          <SelectField
            label="Text"
            options={texts.map((each) => ({ value: each.part, label: each.label }))}
            value={part}
            onChange={({ target }) => {
              setPart(target.value)
              setWords('')
            }}
          />
        )}
        <TextArea
          label="Markera det som ska döljas"
          hint={
            mayHaveKeyboard()
              ? 'Dra över orden, eller håll ner Skift och flytta med piltangenterna.'
              : 'Håll på ett ord och dra markeringen över resten.'
          }
          // In Chromium a `readOnly` field has no caret, so nothing could be selected by keyboard. This field refuses letters instead.
          aria-readonly="true"
          inputMode="none"
          spellCheck={false}
          rows={7}
          value={text}
          onChange={() => undefined}
          onKeyDown={keepText}
          onPaste={(event) => event.preventDefault()}
          onCut={(event) => event.preventDefault()}
          onDrop={(event) => event.preventDefault()}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
            const start = indexInText(text, selectionStart)
            setFrom(start)
            setWords(text.slice(start, indexInText(text, selectionEnd)))
          }}
        />
        <output className={styles['chosen']}>
          {words === '' ? (
            'Inget är markerat.'
          ) : (
            <>
              Döljs: <mark>{words}</mark>
            </>
          )}
        </output>
        <TextField
          label="Varför"
          required
          maxLength={200}
          hint="Står i ärendets historik"
          placeholder="Namn på en resenär"
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        <p className={styles['note']}>Alla läser ████ i stället: kontoret, förarna, listor och utskrifter.</p>
        {hide.error && <SaveError error={hide.error} />}
      </div>
    </Dialog>
  )
}

/** Allows keys that move the caret or select, and none that change the text. */
function keepText(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event
  const changes =
    key === 'Backspace' || key === 'Delete' || key === 'Enter' || (key.length === 1 && !ctrlKey && !metaKey)
  if (changes) event.preventDefault()
}

/** The texts of the case in which words can be hidden. */
function textsOf({ text, details, forms, events }: Case, words: CaseCalls['words']) {
  return [
    ...(text ? [{ part: 'text', label: `Texten i ${words.entering.thing}`, text }] : []),
    ...details.flatMap(({ part, label, value }) => (part === undefined ? [] : [{ part, label, text: value }])),
    ...forms.flatMap(({ title, filled }) =>
      filled.flatMap(({ item, shown }) =>
        shown.flatMap(({ part, label, value }) =>
          part === undefined
            ? []
            : [{ part, label: filled.length > 1 ? `${title} ${item}: ${label}` : `${title}: ${label}`, text: value }],
        ),
      ),
    ),
    ...events.flatMap((event) =>
      event.text === null || event.type === 'redacted' || event.type === 'shown'
        ? []
        : [
            {
              part: `event:${event.seq}`,
              label: [event.public ? 'Meddelande' : 'Anteckning', event.by, minuteText(event.at)]
                .filter(Boolean)
                .join(', '),
              text: event.text,
            },
          ],
    ),
  ]
}
