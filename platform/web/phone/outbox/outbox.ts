import { isReached, watchReach } from '../../page/reach.ts'
import { send } from '../../wire/client.ts'
import { readLastUser, readUser, watchUser } from '../../who/stored-user.ts'
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
} = createOutbox({
  store,
  // By name: the first load would list all names of a module that is handed on whole.
  wire: { send },
  reach: { isReached, watchReach },
  who: { readLastUser, readUser, watchUser },
  channel,
  open,
})
