import type { Network } from './network.ts'
import { norr } from './norr.ts'
import { ost } from './ost.ts'
import { syd } from './syd.ts'
import { vast } from './vast.ts'

const networks: Readonly<Record<string, Network>> = { norr, vast, syd, ost }

export function networkOf(company: string): Network {
  const network = networks[company]
  if (!network) throw new Error(`no demo network for ${company}`)
  return network
}
