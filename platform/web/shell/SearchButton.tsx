import { classes } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import { searchIcon } from '../ui/icons.ts'
import { useAreas } from './areas-context.ts'
import { openSearch, searchOf } from './search.ts'
import styles from './SearchButton.module.css'

/**
 * Opens the search, and looks like its field. `menu`: at the top of a phone's menu. `header`: in the header, if there is a keyboard.
 * `list`: above a list that the search covers, if the header has none.
 */
export function SearchButton({ place, onGo }: { place: 'menu' | 'header' | 'list'; onGo?: () => void }) {
  const load = searchOf(useAreas())
  if (!load) return null
  return (
    <button
      type="button"
      className={classes(styles['field'], styles[place])}
      aria-haspopup="dialog"
      aria-keyshortcuts={place === 'header' ? 'Control+K' : undefined}
      onClick={() => {
        onGo?.()
        openSearch(load)
      }}
    >
      <Icon path={searchIcon} size={20} />
      Sök
      {place === 'header' && (
        <kbd className={styles['key']} aria-hidden="true">
          Ctrl K
        </kbd>
      )}
    </button>
  )
}
