import * as reach from '../../page/reach.ts'
import * as wire from '../../wire/client.ts'
import * as who from '../../who/stored-user.ts'
import { createOutbox } from './create-outbox.ts'
import * as store from './store.ts'

let opened: BroadcastChannel | undefined
const channel = () => ('BroadcastChannel' in globalThis ? (opened ??= new BroadcastChannel('linjen.outbox')) : null)

const open = (address: string) => location.assign(address)

/** The page's outbox: one for all forms, with one lock for all tabs. */
export const {
  submit,
  sendAll,
  sendNow,
  retry,
  sendWithout,
  reopen,
  remove,
  removeSent,
  unsent,
  removeAll,
  startOutbox,
} = createOutbox({ store, wire, reach, who, channel, open })
