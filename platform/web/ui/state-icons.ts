import { calendarIcon, checkIcon, clockIcon, closeIcon, infoIcon, okIcon, wrenchIcon } from './icons.ts'

/** Icons for the states of a report, for employees and the office alike. */
export const stateIcons = {
  new: infoIcon,
  received: clockIcon,
  assessed: checkIcon,
  planned: calendarIcon,
  working: wrenchIcon,
  done: okIcon,
  closed: closeIcon,
} as const
