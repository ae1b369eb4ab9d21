import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#platform/web/wire/api-error.ts'
import { readText } from '#platform/web/page/stored.ts'
import type { Fill } from '../acts.ts'
import { readLastUser } from '#platform/web/who/stored-user.ts'
import { typedKey } from '#platform/web/who/typed-key.ts'

// The drafts of texts on a case, until they are sent: they survive a visit to another case, a refusal and a reload. They are about
// employees, so they are removed when the tab is closed, and at a sign-out, also in another tab, but not by an update of the app (typed-here.ts).

const keyOf = (kind: string, number: string, part: string) =>
  `${typedKey}${readLastUser()?.subject ?? ''}.${kind}.${number}.${part}`

/** A draft as it was left; '' if there is none. */
export const readDraft = (kind: string, number: string, part: string): string =>
  readText(keyOf(kind, number, part), 'sessionStorage') ?? ''

/**
 * Keeps a draft; '' removes it. Without a signed-in employee none is kept: the field may still be there after a sign-out in another tab.
 */
export function keepDraft(kind: string, number: string, part: string, text: string): void {
  try {
    if (text === '' || !readLastUser()) sessionStorage.removeItem(keyOf(kind, number, part))
    else sessionStorage.setItem(keyOf(kind, number, part), text)
  } catch {
    // The field still has the text.
  }
}

interface Draft {
  readonly text: string
  readonly write: (typed: string) => void
  /**
   * Clears the draft and returns true if it is the text that was sent. Otherwise text has been typed since: it stays, and the result is
   * false.
   */
  readonly sent: (text: string) => boolean
}

type Values = Readonly<Record<string, string>>

interface FormDraft {
  readonly values: Values
  /** What the form said when the draft was begun; null: there is no draft. */
  readonly since: string | null
  readonly change: (name: string, value: string) => void
  readonly clear: () => void
  readonly attempts: Attempts<Fill>
}

/** The draft of a form of a case, which stays when the dialog is closed by mistake. `filled`: what is changed; null for a new one. */
export function useFormDraft(
  kind: string,
  number: string,
  { name: form, many }: { readonly name: string; readonly many: boolean },
  filled: { readonly item: number; readonly values: Values } | null,
): FormDraft {
  // A form that is filled in once is item 1 even while it is empty, because a colleague may fill it in first.
  const part = `form.${form}.${filled?.item ?? (many ? 'ny' : 1)}`
  const { text, write } = useDraft(kind, number, part)
  const attempts = useAttempts<Fill>(kind, number, part)
  const asFilled = JSON.stringify(filled?.values ?? {})
  const draft = text === '' ? null : (JSON.parse(text) as { since: string; values: Values })
  const values = draft?.values ?? filled?.values ?? {}
  return {
    values,
    since: draft?.since ?? null,
    change: (name, value) =>
      write(JSON.stringify({ since: draft?.since ?? asFilled, values: { ...values, [name]: value } })),
    clear: () => write(''),
    attempts,
  }
}

/**
 * The fields that show a draft now, by the draft's key. They are not those from which it was sent if the case has been left and opened
 * again since.
 */
const fields = new Map<string, Set<(sent: string) => void>>()

/** Takes a text out of the fields that show it. */
function clearFields(key: string, sent: string): void {
  for (const clear of fields.get(key) ?? []) clear(sent)
}

/** What was sent of a draft. The body stays as it was first sent, because the server knows the key by it. */
interface Attempt<Body> {
  /** What the employee had written and chosen. */
  readonly content: string
  readonly body: Body
  readonly key: string
}

interface Attempts<Body> {
  /** The body that was sent last, until its outcome is known. */
  readonly last: Body | null
  /** Whether that body was made of this content: then only its own answer is missing, whatever has happened to the case. */
  readonly isOf: (content: unknown) => boolean
  /** Returns what to send: the last body again if it was made of the same content, otherwise `body`, under a new key. */
  readonly begin: (content: unknown, body: Body) => Body
  readonly key: () => string
  /** To be called when it has been answered. */
  readonly end: () => void
  /** To be called when it has failed. A refusal ends the attempt; after any other failure it may have been stored. */
  readonly failed: (error: ApiError) => void
  /** To be called when the draft has been given up. */
  readonly forget: () => void
}

/**
 * The attempt to send a draft, kept beside the draft, so that the content is stored only once: also if its answer was lost and the case, or
 * the page, has been loaded again since.
 */
export function useAttempts<Body>(kind: string, number: string, part: string): Attempts<Body> {
  const name = `${part}.attempt`
  const { text, write } = useDraft(kind, number, name)
  const underWay = useRef<Attempt<Body>>(undefined)
  const last = text === '' ? null : (JSON.parse(text) as Attempt<Body>)
  const end = () => {
    const ended = JSON.stringify(underWay.current)
    // The case may have been left and opened again since it was sent, and its draft sent anew.
    if (readDraft(kind, number, name) === ended) keepDraft(kind, number, name, '')
    clearFields(keyOf(kind, number, name), ended)
  }
  return {
    last: last?.body ?? null,
    isOf: (content) => last?.content === JSON.stringify(content),
    begin: (made, body) => {
      const content = JSON.stringify(made)
      underWay.current = last?.content === content ? last : { content, body, key: crypto.randomUUID() }
      write(JSON.stringify(underWay.current))
      return underWay.current.body
    },
    key: () => underWay.current?.key ?? '',
    end,
    failed: (error) => {
      if (error.isFinal) end()
    },
    forget: () => write(''),
  }
}

/** The draft of a text on a case. */
export function useDraft(kind: string, number: string, part: string): Draft {
  const [text, setText] = useState(() => readDraft(kind, number, part))
  const key = keyOf(kind, number, part)
  useEffect(() => {
    const clear = (sent: string) => setText((shown) => (shown === sent ? '' : shown))
    const all = fields.get(key) ?? new Set()
    fields.set(key, all.add(clear))
    return () => {
      all.delete(clear)
      if (all.size === 0) fields.delete(key)
    }
  }, [key])
  const write = (typed: string) => {
    keepDraft(kind, number, part, typed)
    setText(typed)
  }
  return {
    text,
    write,
    sent: (sent) => {
      // What is kept may be newer than this field, if the case has been left and opened again since it was sent.
      if (text !== sent || ![sent, ''].includes(readDraft(kind, number, part))) return false
      write('')
      clearFields(key, sent)
      return true
    },
  }
}
