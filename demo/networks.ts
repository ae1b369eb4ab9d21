import type { Network } from './network.ts'
import { norr } from './networks/norr.ts'
import { ost } from './networks/ost.ts'
import { syd } from './networks/syd.ts'
import { vast } from './networks/vast.ts'

const networks: Readonly<Record<string, Network>> = { norr, vast, syd, ost }

export function networkOf(company: string): Network {
  const network = networks[company]
  if (!network) throw new Error(`no demo network for ${company}`)
  return network
}
