import { NewsList } from './NewsList.tsx'

export default function GroupNews() {
  return <NewsList kind="group" />
}
