// npm run rekey: seals everything with the writing key, in the running portal where one holds the data folder.
import { command } from './command.ts'
import { rekeyKind } from './run-command.ts'

await command(() => ({ kind: rekeyKind, source: null, company: '', dryRun: false, options: {} }))
