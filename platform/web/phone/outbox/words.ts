import type { Item, ItemState } from '../outbox-item.ts'
import type { Tone } from '../../ui/StatusPill.tsx'

export const stateWords: Record<ItemState, { readonly label: string; readonly tone: Tone }> = {
  waiting: { label: 'Väntar', tone: 'amber' },
  sending: { label: 'Skickar', tone: 'blue' },
  failed: { label: 'Kunde inte skickas', tone: 'red' },
  sent: { label: 'Skickat', tone: 'green' },
}

export interface Counts {
  readonly waiting: number
  /** How many of the waiting items are on hold because the server has failed. */
  readonly held: number
  readonly failed: number
  readonly sent: number
  readonly sending: boolean
}

export interface Line {
  readonly kind: 'info' | 'success' | 'warning' | 'error'
  readonly text: string
}

const reports = (count: number) => (count === 1 ? 'En sak' : `${count} saker`)

/** Whether the line may be outdated in a moment. */
export const isPassing = (reached: boolean, { waiting, failed, sending }: Counts): boolean =>
  reached && waiting > 0 && (sending || failed === 0)

/** The line at the top of every screen. Null if there is nothing to say. `keeps`: the screens show kept copies without coverage. */
export function lineOf(reached: boolean, { waiting, held, failed, sent, sending }: Counts, keeps = true): Line | null {
  if (!reached) {
    const kept = keeps ? ' Du ser det som sparades senast.' : ''
    const what = waiting > 0 ? ` ${reports(waiting)} väntar på att skickas.` : ''
    return {
      kind: 'warning',
      text: `Ingen täckning, eller så svarar inte portalen.${kept}${what}`,
    }
  }
  if (sending && waiting > 0) return { kind: 'info', text: waiting === 1 ? 'Skickar..' : `Skickar, ${waiting} kvar..` }
  if (failed > 0) return { kind: 'error', text: `${reports(failed)} kunde inte skickas.` }
  if (waiting > 0) {
    const why = held > 0 ? ' Portalen kan inte ta emot just nu. Nytt försök görs automatiskt.' : ''
    return { kind: 'warning', text: `${reports(waiting)} väntar på att skickas.${why}` }
  }
  if (sent > 0) return { kind: 'success', text: `${reports(sent)} som väntade har skickats.` }
  return null
}

/** What has become of the items that the employee has just tried to send, for a screen reader. `now`: all items after that. */
export function afterSending(tried: readonly Item[], now: readonly Item[]): string {
  const unsent = now.filter(({ state }) => state !== 'sent')
  if (unsent.length === 0) return 'Allt är skickat.'
  const left = unsent.filter(({ seq }) => tried.some((item) => item.seq === seq))
  const sent = tried.length - left.length
  const waiting = unsent.filter(({ state }) => state === 'waiting')
  return [
    sent > 0 && (sent === 1 ? 'En sak är skickad.' : `${sent} saker är skickade.`),
    ...left
      .filter(({ state }) => state === 'failed')
      .map(({ what, reason }) => `${what} kunde inte skickas. ${reason ?? ''}`.trim()),
    waiting.length > 0 && `${reports(waiting.length)} väntar på att skickas.`,
    ...new Set(waiting.flatMap(({ heldUntil, reason }) => (heldUntil && reason ? [reason] : []))),
  ]
    .filter(Boolean)
    .join(' ')
}
