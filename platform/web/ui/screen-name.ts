import { createContext } from 'react'

/**
 * The name used when a part of the screen cannot be loaded: the screen's own name, or a general one on the start page.
 */
export const ScreenName = createContext('Det här')
