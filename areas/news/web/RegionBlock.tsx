import { NewsBlock, prefetchNews } from './NewsBlock.tsx'

export const begin = () => prefetchNews('region')

export default function RegionBlock() {
  return <NewsBlock kind="region" />
}
