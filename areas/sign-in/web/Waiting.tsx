import { Skeleton } from '#platform/web/ui/Skeleton.tsx'

/** Shown between the portal and the provider. */
export function Waiting({ text }: { text: string }) {
  return <Skeleton text={text} lines={2} spoken />
}
