import { createContext } from 'react'

/** What is missing where a part of the screen cannot be had: the screen's own name, or no name on the dashboard. */
export const ScreenName = createContext('Det här')
