// node app/build/bill.ts [package …] > sbom.cdx.json: the bill of materials (CycloneDX) of a production installation. Run it after the
// build. It has what `npm ci --omit=dev` installs, what the build has put into its own files (dist/packages.json), and the packages in the
// arguments.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { billOf, type Bill } from './bill-of.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

function npmBill(...options: readonly string[]): Bill {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application', ...options]
  return JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })) as Bill
}

const bill = billOf({
  all: npmBill(),
  installed: npmBill('--omit=dev'),
  built: JSON.parse(readFileSync(`${root}dist/packages.json`, 'utf8')) as string[],
  named: process.argv.slice(2),
})
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`)
