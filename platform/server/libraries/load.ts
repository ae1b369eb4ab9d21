// Large libraries of which the server needs little: `npm run build` makes a file of each (app/build/build-libraries.ts), and an
// installation for production has those files instead of the packages (docs/decisions/0096).
import { existsSync } from 'node:fs'
import { isNotInstalled, NotInstalled } from '../not-installed.ts'

export const loadPdf = () => load('pdf', () => import('./pdf.ts'))

export const loadDisk = () => load('disk', () => import('./disk.ts'))

export const loadS3 = () => load('s3', () => import('./s3.ts'))

async function load<T>(name: string, packages: () => Promise<T>): Promise<T> {
  try {
    return await packages()
  } catch (error) {
    if (!isNotInstalled(error)) throw error
    const built = new URL(`../../../dist/server/${name}.js`, import.meta.url)
    if (!existsSync(built)) throw new NotInstalled('Portalen är inte byggd. Kör npm run build före starten.')
    return (await import(built.href)) as T
  }
}
