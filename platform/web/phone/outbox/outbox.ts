import * as reach from '../../page/reach.ts'
import * as wire from '../../wire/client.ts'
import * as who from '../../who/stored-user.ts'
import { createOutbox } from './create-outbox.ts'
import * as store from './store.ts'

let opened: BroadcastChannel | undefined
const channel = () => ('BroadcastChannel' in globalThis ? (opened ??= new BroadcastChannel('linjen.outbox')) : null)

/** The page's outbox: one for all forms, and one lock for all tabs. */
export const { submit, sendAll, retry, sendWithout, remove, removeSent, unsent, removeAll, startOutbox } = createOutbox(
  { store, wire, reach, who, channel },
)
