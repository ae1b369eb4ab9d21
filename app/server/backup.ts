// npm run backup -- [--anew] <folder|s3://bucket/prefix>, and npm run backup -- verify <backup>
import { readDataDir, readS3Access } from '#platform/server/config.ts'
import { goLast } from '#platform/server/work-process/low-priority.ts'
import { readArguments } from './arguments.ts'
import { backupUsage, anew } from './backup/run-backup.ts'
import { verifyBackup } from './backup/verify.ts'
import { command, withProgress } from './command.ts'
import { pathFromUser } from './path-from-user.ts'
import { backupKind } from './run-command.ts'

/** The place in the arguments. Null if there is none or more than one. */
const only = ([where, ...rest]: readonly string[]) =>
  where === undefined || rest.length > 0 ? null : pathFromUser(where)

await withProgress(async (tell) => {
  const isVerify = process.argv[2] === 'verify'
  const { values, positionals } = readArguments(isVerify ? {} : { [anew]: 'boolean' }, backupUsage)
  if (!isVerify) {
    const options: Record<string, string> = values[anew] ? { [anew]: '' } : {}
    return command(() => ({ kind: backupKind, source: only(positionals), company: '', dryRun: false, options }))
  }
  goLast()
  const config = { s3: readS3Access(process.env), dataDir: readDataDir(process.env) }
  await verifyBackup(only(positionals.slice(1)), config, tell)
})
