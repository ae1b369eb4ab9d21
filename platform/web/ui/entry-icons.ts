import {
  busIcon,
  calendarIcon,
  dutiesIcon,
  homeIcon,
  type IconPath,
  newsIcon,
  plusIcon,
  userIcon,
  warningIcon,
  wrenchIcon,
} from './icons.ts'
import {
  boardIcon,
  bulbIcon,
  chartIcon,
  crisisIcon,
  documentIcon,
  graduationIcon,
  helpIcon,
  leafIcon,
  peopleIcon,
  phoneIcon,
  shieldIcon,
  walletIcon,
} from './icons-more.ts'

/**
 * The icons of the menus' entries, by name. The areas use only these names, since they are in the first load and the menus'
 * icons are not.
 */
export const entryIcons = {
  board: boardIcon,
  bulb: bulbIcon,
  bus: busIcon,
  calendar: calendarIcon,
  chart: chartIcon,
  crisis: crisisIcon,
  document: documentIcon,
  duties: dutiesIcon,
  graduation: graduationIcon,
  help: helpIcon,
  home: homeIcon,
  leaf: leafIcon,
  news: newsIcon,
  people: peopleIcon,
  phone: phoneIcon,
  plus: plusIcon,
  shield: shieldIcon,
  user: userIcon,
  wallet: walletIcon,
  warning: warningIcon,
  wrench: wrenchIcon,
} as const satisfies Readonly<Record<string, IconPath>>

export type EntryIcon = keyof typeof entryIcons
