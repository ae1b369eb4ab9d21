import { useId } from 'react'
import { chooseTheme, useTheme } from '../ui/theme.ts'
import { Icon } from '../ui/Icon.tsx'
import { moonIcon, phoneScreenIcon, sunIcon } from '../ui/icons.ts'
import styles from './ThemeChoice.module.css'

const themes = [
  { theme: 'light', label: 'Ljust', icon: sunIcon },
  { theme: 'dark', label: 'Mörkt', icon: moonIcon },
  { theme: 'system', label: 'Som enheten', icon: phoneScreenIcon },
] as const

export function ThemeChoice() {
  const chosen = useTheme()
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>Utseende</legend>
      <div className={styles['row']}>
        {themes.map(({ theme, label, icon }) => (
          <label key={theme} className={styles['option']}>
            <input type="radio" name={name} checked={chosen === theme} onChange={() => chooseTheme(theme)} />
            <Icon path={icon} size={20} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
