// npm run rekey: re-encrypts everything with the current key, in the portal that holds the data folder, otherwise here.
import { readNoArguments } from './arguments.ts'
import { command } from './command.ts'
import { rekeyKind } from './run-command.ts'

await command(() => {
  readNoArguments('rekey')
  return { kind: rekeyKind, source: null, company: '', dryRun: false, options: {} }
})
