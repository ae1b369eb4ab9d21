import { NewsBlock } from './NewsBlock.tsx'

export default function RegionBlock() {
  return <NewsBlock kind="region" />
}
