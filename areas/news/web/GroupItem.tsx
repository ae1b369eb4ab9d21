import { NewsItemView } from './NewsItemView.tsx'

export default function GroupItem() {
  return <NewsItemView kind="group" />
}
