import { NewsList } from './NewsList.tsx'

export default function RegionNews() {
  return <NewsList kind="region" />
}
