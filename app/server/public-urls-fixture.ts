/** Public addresses of which a part would be left out. The portal refuses them, and so does the chart before it starts one. */
export const wrongPublicUrls = [
  'https://intranet.example.se/linjen',
  'https://portal.example.se,https://b.se',
  'https://portal.example.se,b.se',
  'https://portal.example.se?x=1',
  'https://portal.example.se#x',
  'https:///portal.example.se',
  'https:portal.example.se',
  'https://*.example.se',
] as const

export const rightPublicUrls = [
  'https://portal.example.se/',
  'HTTPS://Portal.example.se:8443',
  'https://åkarna.se',
  'http://[::1]:8080',
] as const
