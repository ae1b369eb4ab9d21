import type { BossInfo, CrisisContent } from '../contract.ts'
import { Dial, PhoneLink } from './PhoneLink.tsx'

interface ManagerLinkProps {
  boss: BossInfo | null | undefined
  company: CrisisContent['numbers']
}

/** A call to the nearest manager by name; without a manager or number, to traffic control. */
export function ManagerLink({ boss, company }: ManagerLinkProps) {
  const number = boss?.mobileNumber ?? boss?.telephoneNumber
  if (!boss || !number) return <PhoneLink who="trafficControl" company={company} />
  return <Dial label={`Ring ${boss.firstname} ${boss.lastname}`} number={number} />
}
