import { NewsItemView } from './NewsItemView.tsx'

export default function RegionItem() {
  return <NewsItemView kind="region" />
}
