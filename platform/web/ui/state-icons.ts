import { calendarIcon, checkIcon, clockIcon, closeIcon, infoIcon, okIcon, wrenchIcon } from './icons.ts'

/** How far something that was sent in has come, for employees and the office alike. */
export const stateIcons = {
  new: infoIcon,
  received: clockIcon,
  assessed: checkIcon,
  planned: calendarIcon,
  working: wrenchIcon,
  done: okIcon,
  closed: closeIcon,
} as const
