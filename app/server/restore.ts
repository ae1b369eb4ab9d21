// npm run restore -- <backup>, -- --undo and -- --keep: with the portal stopped
import { ImportRefused } from '#platform/server/area.ts'
import { patient } from '#platform/server/blobs/blobs.ts'
import { readArguments } from './arguments.ts'
import { endRestore } from './backup/undo.ts'
import { restore } from './backup/restore.ts'
import { withProgress } from './command.ts'
import { readPortalConfig } from './config.ts'
import { pathFromUser } from './path-from-user.ts'

const usage = [
  'Användning: npm run restore -- <mapp eller s3://hink/väg>   läser tillbaka kopian, eller den senaste där',
  '            npm run restore -- <kopia> --without-payslips   när PAYSLIP_KEY är borta: utan de lönebesked som ingen nyckel öppnar',
  '            npm run restore -- --undo                       går tillbaka till det som var',
  '            npm run restore -- --keep                       tar bort det som var',
]

await withProgress(async (tell) => {
  const { values, positionals } = readArguments(
    { undo: 'boolean', keep: 'boolean', 'without-payslips': 'boolean' },
    usage,
  )
  const [where, ...rest] = positionals
  const asked = [where !== undefined, values.undo === true, values.keep === true].filter(Boolean).length
  const withoutPayslips = values['without-payslips'] === true
  if (asked !== 1 || rest.length > 0 || (withoutPayslips && where === undefined)) throw new ImportRefused(usage)
  const config = patient(readPortalConfig(process.env))
  if (where !== undefined) await restore(pathFromUser(where), config, tell, { withoutPayslips })
  else await endRestore(values.undo ? 'undo' : 'keep', config, tell)
})
