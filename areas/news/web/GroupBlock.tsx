import { NewsBlock } from './NewsBlock.tsx'

export default function GroupBlock() {
  return <NewsBlock kind="group" />
}
