/** The prefix of the keys under which this phone stores the ticks of a checklist. */
export const ticksKey = 'linjen.kris:'
