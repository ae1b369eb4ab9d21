import { counted } from '#platform/contract/counted.ts'
import { dateIn } from '#platform/contract/wall-clock.ts'
import { ImportRefused, onlyTried, type AccountsTaken, type Importer, type Platform } from '#platform/server/area.ts'
import { faultAt } from '#platform/server/files/fault-lines.ts'
import { companyOf, readSourceFile, refuseFaults } from '#platform/server/files/source-file.ts'
import { accountLinked, accountUnlinked } from '#core/audit/server/audit.ts'
import { auditAccount } from '#core/people/server/accounts/audit-account.ts'
import { noteAccounts } from '#core/people/server/ended-again.ts'
import { plainIssuer } from '#core/people/server/issuer.ts'
import { endRolesOfAccount } from '#core/people/server/roles/role-rules.ts'
import { ownerFaults } from '#core/people/server/row-owners.ts'
import { idsByNumber } from '#core/people/server/store.ts'
import { readIdentityFile, type IdentityRow } from './identity-file.ts'
import { listUnlinked } from './list-unlinked.ts'
import { knownLinks, lockLinks, saveLinks, withAccount, type KnownLink } from './store.ts'

/** `npm run import -- identities konton.csv --company norr`: links the company's sign-in accounts, all of them or none. */
export const identityImporter = (accountsTaken: AccountsTaken): Importer => ({
  kind: 'identities',
  usage:
    'identities <csv> --company <bolag>  konton hos bolagets inloggning: anstid;issuer;subject (--unlinked [--csv] listar dem som saknar anställd)',
  options: { unlinked: 'boolean', csv: 'boolean' },
  lists: 'unlinked',
  async run(request, platform, tell) {
    if (request.options['unlinked']) return listUnlinked(request, platform, tell)
    const { timeZone } = companyOf(platform, request.company)
    const { file, bytes } = await readSourceFile(request, 'identities')
    const { rows, ownerless, faults } = readIdentityFile(bytes)
    refuseFaults(file, faults)
    if (ownerless > 0) tell(`${ownerless} ${ownerless === 1 ? 'rad' : 'rader'} utan anstid hoppas över.`)

    const { db, clock } = platform
    const ids = await idsByNumber(db, request.company)
    const known = new Map((await knownLinks(db, rows)).map((link) => [keyOf(link), link]))
    const ofOthers = rows.flatMap((row) => whyNot(row, request.company, known.get(keyOf(row))))
    refuseFaults(file, [...(await ownerFaults(db, request.company, rows, ids)), ...ofOthers])

    const added = rows.filter((row) => !known.has(keyOf(row)))
    const moved = rows.filter((row) => known.has(keyOf(row)) && known.get(keyOf(row))?.number !== row.number)
    for (const warning of unusedIssuers(rows, request.company, platform)) tell(`Varning: ${file} ${warning}`)
    for (const row of moved) {
      tell(`${file} rad ${row.line}: kontot flyttas från ${known.get(keyOf(row))?.number} till ${row.number}`)
    }
    const unchanged = rows.length - added.length - moved.length
    tell(`${counted(added.length, 'nytt konto', 'nya konton')}, ${moved.length} flyttas, ${unchanged} är som förut.`)
    if (request.dryRun) {
      tell(onlyTried)
      return
    }
    const links = [...added, ...moved].map((row) => ({
      issuer: known.get(keyOf(row))?.issuer ?? row.issuer,
      subject: row.subject,
      employeeId: ids.get(row.number) as string,
    }))
    await db.transaction().execute(async (tx) => {
      await lockLinks(tx)
      const meanwhile = new Map((await knownLinks(tx, rows)).map((link) => [keyOf(link), link.number]))
      if (rows.some((row) => meanwhile.get(keyOf(row)) !== known.get(keyOf(row))?.number))
        throw new ImportRefused([`${file}: ett av kontona har kopplats av någon annan under tiden. Kör importen igen.`])
      // The first account of an employee is no news, and a company's first import has one for everybody.
      const had = await withAccount(
        tx,
        links.map(({ employeeId }) => employeeId),
      )
      await saveLinks(tx, links)
      const lost = moved.flatMap((row) => known.get(keyOf(row)) ?? [])
      await noteAccounts(tx, lost, 'unlinked')
      await noteAccounts(tx, links, 'linked')
      if (lost.length > 0)
        await accountsTaken(
          tx,
          lost.map(({ employeeId }) => employeeId),
        )
      const act = { company: request.company, by: null, at: clock() }
      const today = dateIn(timeZone, act.at)
      for (const account of lost) {
        await auditAccount(tx, { ...act, what: accountUnlinked }, account)
        await endRolesOfAccount(tx, { ...act, today, employeeId: account.employeeId, issuer: account.issuer })
      }
      const taken = new Set(lost.map(keyOf))
      const news = links.filter((link) => had.has(link.employeeId) || taken.has(keyOf(link)))
      for (const account of news) await auditAccount(tx, { ...act, what: accountLinked }, account)
    })
    tell('Klart.')
  },
})

const keyOf = ({ issuer, subject }: { issuer: string; subject: string }) => `${plainIssuer(issuer)} ${subject}`

function whyNot(row: IdentityRow, company: string, known: KnownLink | undefined): string[] {
  // Moving an account would give a person access to another company.
  if (known && known.company !== company) {
    return [faultAt(row.line, 'subject', 'kontot hör till en anställd i ett annat bolag')]
  }
  return []
}

/** Warns of issuers that nobody in the company can sign in with, most often a typo. One line per issuer. */
function unusedIssuers(rows: readonly IdentityRow[], company: string, { variants }: Platform): string[] {
  const used = variants.all
    .filter((variant) => variant.company === null || variant.company.id === company)
    .flatMap(({ signIn }) => (signIn.authority ? [plainIssuer(signIn.authority)] : []))
  const right = used.length > 0 ? `; det ska vara ${[...new Set(used)].join(' eller ')}` : ''
  const first = new Map(rows.toReversed().map(({ issuer, line }) => [issuer, line]))
  return [...first]
    .filter(([issuer]) => !used.includes(issuer))
    .map(([issuer, line]) => {
      const why = `ingen variant av ${company} loggar in hos ${issuer}, så de kontona kan inte användas${right}`
      return faultAt(line, 'issuer', why)
    })
}
