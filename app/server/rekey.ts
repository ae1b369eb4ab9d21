// npm run rekey: re-encrypts everything with the current key, in the portal if one is running.
import { command } from './command.ts'
import { rekeyKind } from './run-command.ts'

await command(() => ({ kind: rekeyKind, source: null, company: '', dryRun: false, options: {} }))
