import type { ReactNode } from 'react'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { wrenchIcon } from '#platform/web/ui/icons.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'

interface NewFaultCardProps {
  readonly vehicle: Vehicle
  /** Absent while it is loading. */
  readonly children?: ReactNode
}

/** 'Ny felrapport', with the vehicle that it is about. */
export function NewFaultCard({ vehicle, children = <Skeleton shape="rows" lines={3} /> }: NewFaultCardProps) {
  return (
    <Card title="Ny felrapport" icon={wrenchIcon} aside={<Unbroken>{vehicle.name}</Unbroken>}>
      {children}
    </Card>
  )
}
