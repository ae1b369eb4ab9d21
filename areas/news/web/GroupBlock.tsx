import { NewsBlock, prefetchNews } from './NewsBlock.tsx'

export const begin = () => prefetchNews('group')

export default function GroupBlock() {
  return <NewsBlock kind="group" />
}
