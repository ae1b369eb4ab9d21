// npm run rekey: re-encrypts everything with the current key, in the portal that holds the data folder, otherwise here.
import { command } from './command.ts'
import { rekeyKind } from './run-command.ts'

await command(() => ({ kind: rekeyKind, source: null, company: '', dryRun: false, options: {} }))
