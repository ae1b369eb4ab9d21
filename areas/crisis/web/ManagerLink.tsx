import type { BossInfo, CrisisContent } from '../contract.ts'
import { Dial, PhoneLink } from './PhoneLink.tsx'

interface ManagerLinkProps {
  boss: BossInfo | null | undefined
  company: CrisisContent['numbers']
}

/** The nearest manager by name; whoever has none, or none with a number, calls traffic control. */
export function ManagerLink({ boss, company }: ManagerLinkProps) {
  const number = boss?.mobileNumber ?? boss?.telephoneNumber
  if (!boss || !number) return <PhoneLink who="trafficControl" company={company} />
  return <Dial label={`Ring ${boss.firstname} ${boss.lastname}`} number={number} />
}
