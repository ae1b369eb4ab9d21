import { minuteText } from '#platform/contract/wall-clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { keyOf, useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useOfficeScreens } from '#platform/web/office/area.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { SelectField, TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getTemplates, saveTemplate } from '../office-calls.ts'
import { type Placeholder, placeholders } from '../placeholders.ts'
import type { QueueTemplates, TemplateOfState } from '../templates.ts'
import { keepDraft, readDraft } from './drafts.ts'
import styles from './TemplatesScreen.module.css'
import { NotReloaded } from '#platform/web/office/NotReloaded.tsx'

/** 'Svarsmallar': the text that an answer to an employee begins with, by queue and state. The queue is in the address. */
export default function TemplatesScreen() {
  const load = useCall(getTemplates)
  const screens = useOfficeScreens()
  const { of, failed } = keptLoad(load)
  const [search, setSearch] = useSearchParams()
  const titleOf = ({ kind }: QueueTemplates) => screens.find(({ path }) => path === kind)?.title ?? kind
  return (
    <>
      <PageHeader
        title="Svarsmallar"
        lead="Texten som svaret börjar med när någon byter status på ett ärende. Handläggaren kan ändra den innan den skickas."
      />
      {failed && <NotReloaded />}
      <Loaded of={of} skeleton={<Skeleton shape="rows" lines={8} />}>
        {(all) => {
          // In the order of the menu.
          const queues = screens.flatMap(({ path }) => all.filter(({ kind }) => kind === path))
          const queue = queues.find(({ kind }) => kind === search.get('ko')) ?? queues[0]
          if (!queue)
            return (
              <EmptyState icon={documentIcon} title="Mallarna gäller hela bolaget">
                Din roll gäller bara ett område. Be någon vars roll gäller hela bolaget att ändra dem.
              </EmptyState>
            )
          return (
            <div className={styles['templates']}>
              <SelectField
                label="Kö"
                value={queue.kind}
                options={queues.map((each) => ({ value: each.kind, label: titleOf(each) }))}
                onChange={({ target }) => setSearch({ ko: target.value })}
              />
              {queue.states.map((state) => (
                <Template key={`${queue.kind} ${state.state}`} queue={queue} of={state} />
              ))}
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

interface Draft {
  readonly text: string
  /** The version that the draft replaces. If it has been saved, the version that it has become. */
  readonly version: number
  readonly saved?: boolean
}

const draftKind = 'svarsmall'

/** The draft that was left in this browser tab; null if there is none. */
function leftDraft(kind: string, state: string): Draft | null {
  const left = readDraft(draftKind, kind, state)
  return left === '' ? null : (JSON.parse(left) as Draft)
}

function Template({ queue, of }: { queue: QueueTemplates; of: TemplateOfState }) {
  const { state, standard, changed, version, needsText } = of
  const field = useRef<HTMLTextAreaElement>(null)
  const client = useQueryClient()
  // A save names the version that it replaces. If somebody else has changed the template meanwhile, the save is refused and its text stays
  // in the field.
  const [written, setDraft] = useState(() => leftDraft(queue.kind, state))
  // What has just been saved is shown until it has been loaded.
  const isSaved =
    written !== null &&
    ((version >= written.version && (written.saved || written.text === of.text)) ||
      // Compared as the server stores it. Not while it is being written: a space at its end may be followed by a word.
      (version > written.version && written.text.trim() === of.text))
  const draft = isSaved ? null : written
  useEffect(
    () => keepDraft(draftKind, queue.kind, state, draft && !draft.saved ? JSON.stringify(draft) : ''),
    [draft, queue.kind, state],
  )
  /** The draft when it was sent. */
  const [then, setThen] = useState(draft)
  const text = draft?.text ?? of.text
  const write = (typed: string) => setDraft({ text: typed, version: draft?.version ?? version })
  const save = useSend(saveTemplate, {
    once: true,
    reloads: [getTemplates],
    said: () => `Mallen för ${state} är sparad`,
    // The reload then shows what the template has become, beside what has been written.
    onError: () => void client.invalidateQueries({ queryKey: keyOf(getTemplates) }),
    // What has been typed since replaces what has just been saved.
    onSuccess: (_done, sent) =>
      setDraft((now) => ({
        ...(now === null || now === then ? { text: sent.text ?? standard, saved: true } : now),
        version: sent.version + 1,
      })),
  })
  const send = (next: string | null) => {
    setThen(written)
    save.submit({ kind: queue.kind, state, text: next, version: draft?.version ?? version })
  }
  const overtaken = draft !== null && !draft.saved && !save.busy && version > draft.version
  const decide = (to: Draft | null) => {
    save.reset()
    setDraft(to)
    // The pressed button disappears.
    field.current?.focus()
  }
  const insert = (placeholder: string) => {
    const area = field.current
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
    write(`${text.slice(0, from)}{${placeholder}}${text.slice(to)}`)
    area?.focus()
  }
  return (
    <Card
      title={state}
      aside={<small className={styles['from']}>{changed ? changedBy(changed) : 'Standardtext'}</small>}
      actions={
        <>
          <Button
            kind="primary"
            busy={save.busy}
            aria-disabled={overtaken || text.trim() === of.text.trim() || draft?.saved === true}
            onClick={() => send(text)}
          >
            {save.busy ? 'Sparar..' : 'Spara'}
          </Button>
          {changed && (
            <Button ref={passFocus} aria-disabled={save.busy || overtaken} onClick={() => send(null)}>
              Återställ
            </Button>
          )}
        </>
      }
    >
      <TextArea
        ref={field}
        label="Svaret börjar med"
        hint={needsText ? 'En text krävs för den här statusen.' : undefined}
        rows={4}
        maxLength={2000}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <fieldset className={styles['placeholders']}>
        <legend>Lägg in</legend>
        {queue.placeholders.map((name) => (
          <button key={name} type="button" onClick={() => insert(name)}>
            <code>{`{${name}}`}</code> {placeholders[name as Placeholder]}
          </button>
        ))}
      </fieldset>
      {changed && (
        <details className={styles['standard']}>
          <summary>Visa standardtexten</summary>
          <p>{standard || 'Ingen standardtext.'}</p>
        </details>
      )}
      {overtaken ? (
        <Notice
          kind="warning"
          title={`${changed?.by ?? 'Någon annan'} har ändrat mallen medan du skrev`}
          action={
            <>
              <Button onClick={() => decide({ text, version })}>Behåll min text</Button>
              <Button onClick={() => decide(null)}>Ta den nya</Button>
            </>
          }
        >
          <p className={styles['theirs']}>{of.text || 'Ingen text.'}</p>
        </Notice>
      ) : (
        // If it was saved although its answer was lost, there is no error to show.
        save.error && !isSaved && <SaveError error={save.error} />
      )}
    </Card>
  )
}

const changedBy = ({ by, at }: NonNullable<TemplateOfState['changed']>) =>
  `Ändrad ${minuteText(at).slice(0, 10)}${by === null ? '' : ` av ${by}`}`
