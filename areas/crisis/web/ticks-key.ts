/** How the keys begin under which this phone keeps how far a checklist has come. */
export const ticksKey = 'linjen.kris:'
