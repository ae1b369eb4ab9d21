/**
 * The oldest browsers that the portal is for: an iPhone 8, which staff still carry, stops at Safari 16, and Firefox shows chosen options only
 * since it has `:has()`. The build lowers syntax only: docs/decisions/0113 says what keeps out calls that they lack.
 */
export const targets = ['chrome111', 'edge111', 'firefox128', 'safari16.4']
