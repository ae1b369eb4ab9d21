// What the demo's photos show: simple drawings, so that no real photos are needed.

const WIDTH = 1280
const HEIGHT = 960

export type Scene = 'scratch' | 'dent' | 'shelter' | 'snow' | 'mirror' | 'blocked' | 'yard' | 'windscreen'

/** An SVG of 1280 x 960. */
export function draw(scene: Scene): string {
  const [defs, body] = scenes[scene]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
    <defs>${defs}</defs>${body}</svg>`
}

export const allScenes: readonly Scene[] = [
  'scratch',
  'dent',
  'shelter',
  'snow',
  'mirror',
  'blocked',
  'yard',
  'windscreen',
]

const fade = (id: string, from: string, to: string) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
const line = (d: string, stroke: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" ${more}/>`
const shape = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
const disc = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`
const wheel = (x: number, y: number, r: number) =>
  disc(x, y, r, '#17191b') + disc(x, y, r * 0.62, '#7d8388') + disc(x, y, r * 0.2, '#3a3e42')

/** A bus seen from the side, 900 wide, with its upper left corner at x, y. */
const bus = (x: number, y: number, paint: string) => `<g transform="translate(${x} ${y})">
  ${rect(0, 0, 900, 300, paint, 'rx="26"')}${rect(30, 40, 840, 110, '#1c2730', 'rx="12"')}
  ${[150, 300, 450, 600, 750].map((at) => rect(at, 40, 8, 110, paint)).join('')}
  ${rect(60, 40, 70, 235, '#26343f', 'rx="6"')}${rect(480, 40, 90, 235, '#26343f', 'rx="6"')}
  ${rect(0, 205, 900, 14, '#0003')}${wheel(220, 300, 56)}${wheel(690, 300, 56)}
  ${rect(868, 200, 28, 34, '#fff3c4', 'rx="8"')}</g>`

/** A pseudo-random position that is the same for the same number. */
const scattered = (index: number, span: number) =>
  Math.round((Math.abs(Math.sin(index * 12.9898 + 1) * 43_758.5453) % 1) * span)

const street = (ground: string) => rect(0, 640, WIDTH, 320, ground)

const scenes: Readonly<Record<Scene, readonly [defs: string, body: string]>> = {
  scratch: [
    fade('p', '#2f74b5', '#1d5288') + fade('w', '#1a242c', '#3b4b57'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#p)') +
      rect(0, 0, 820, 250, 'url(#w)') +
      rect(850, 0, 430, 250, 'url(#w)') +
      rect(0, 268, WIDTH, 10, '#163f69') +
      line('M0 780H1280', '#17446f', 6) +
      line('M640 280V960', '#1b4b79', 4) +
      wheel(1120, 930, 210) +
      line('M120 520C320 500 520 560 900 530', '#d9dde0', 9) +
      line('M150 545C380 525 560 590 870 556', '#b9c2c9', 5) +
      line('M210 500C420 490 600 520 820 505', '#8fa5b8', 3) +
      line('M300 575C450 565 620 600 790 590', '#dfe3e6', 4) +
      shape('M420 540q60 30 130 8q-40 50 -130 -8z', '#8a8f93'),
  ],
  dent: [
    fade('p', '#c7392f', '#8f241d') + fade('g', '#5a5f63', '#3d4145'),
    rect(0, 0, WIDTH, HEIGHT, '#aab3b8') +
      rect(0, 720, WIDTH, 240, 'url(#g)') +
      shape('M0 60H900q60 0 60 60V700H0z', 'url(#p)') +
      rect(80, 130, 700, 220, '#20292f', 'rx="18"') +
      shape('M820 430q90 -10 140 20v180q-80 30 -170 -10q60 -80 30 -190z', '#7a1d17') +
      line('M800 440q70 80 10 190', '#e06a60', 7) +
      line('M850 450q50 80 20 160', '#5c1510', 9) +
      rect(860, 360, 70, 60, '#7c0f0a', 'rx="8"') +
      shape('M860 395l24 -20l14 22l20 -26l12 40v9h-70z', '#20100e') +
      rect(0, 690, 970, 46, '#24272a', 'rx="12"') +
      [1010, 1060, 1100, 980].map((x, i) => shape(`M${x} ${800 + i * 14}l30 -8l14 20l-34 10z`, '#b3231c')).join(''),
  ],
  shelter: [
    fade('s', '#9fb4c4', '#dbe4ea'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#s)') +
      rect(0, 500, WIDTH, 150, '#7d8c78') +
      street('#8b8f92') +
      rect(180, 190, 920, 30, '#2f3a42') +
      [190, 480, 780, 1076].map((x) => rect(x, 200, 16, 520, '#2f3a42')).join('') +
      rect(206, 260, 274, 380, '#cfe3ee', 'opacity=".55"') +
      rect(796, 260, 280, 380, '#cfe3ee', 'opacity=".55"') +
      shape('M496 260h284v90l-60 40l-40 -70l-50 90l-70 -60l-64 80z', '#cfe3ee', 'opacity=".6"') +
      line('M560 350l70 60M630 410l50 -90M700 390l30 -70', '#fff', 3) +
      rect(520, 600, 240, 16, '#6a4a2f') +
      Array.from({ length: 60 }, (_, i) => {
        const [x, y] = [490 + scattered(i, 320), 700 + scattered(i + 99, 150)]
        return shape(`M${x} ${y}l12 -6l8 9l-10 7z`, i % 2 ? '#d9eef8' : '#b4d2e0')
      }).join(''),
  ],
  snow: [
    fade('s', '#27344a', '#6d7f97'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#s)') +
      disc(980, 200, 120, '#ffe9b0', 'opacity=".25"') +
      disc(980, 200, 40, '#fff2cf') +
      rect(974, 230, 12, 420, '#20262c') +
      street('#c9d2db') +
      shape('M0 760Q200 560 460 690T900 650T1280 720V960H0z', '#eef3f7') +
      shape('M0 840Q300 720 640 800T1280 790V960H0z', '#dde5ec') +
      rect(560, 250, 16, 440, '#3b444c') +
      rect(500, 250, 136, 120, '#1f5f8b', 'rx="10"') +
      rect(525, 285, 86, 44, '#fff', 'rx="8"') +
      disc(545, 334, 8, '#fff') +
      disc(592, 334, 8, '#fff') +
      Array.from({ length: 150 }, (_, i) =>
        disc(scattered(i, WIDTH), scattered(i + 999, 900), 2 + (i % 4), '#fff'),
      ).join(''),
  ],
  mirror: [
    fade('s', '#b9c7d0', '#e7edf0') + fade('m', '#8fa3b1', '#5c6f7d'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#s)') +
      shape('M0 0H620L560 960H0z', '#1f7a55') +
      shape('M60 60H540L500 620H60z', '#20292f') +
      line('M600 180C760 200 830 260 860 330', '#17191b', 34) +
      `<g transform="rotate(18 880 520)">${rect(760, 320, 240, 420, '#17191b', 'rx="40"')}${rect(785, 350, 190, 360, 'url(#m)', 'rx="24"')}
      ${line('M880 520l-90 -120M880 520l80 -150M880 520l-92 60M880 520l90 110M880 520l-30 180M880 520l20 -160', '#eef3f6', 4)}
      ${shape('M880 520l-60 -80l70 -40z', '#2b353c')}${shape('M880 520l70 40l-20 60z', '#2b353c')}</g>`,
  ],
  blocked: [
    fade('s', '#a9bfce', '#e3ebef'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#s)') +
      rect(40, 160, 420, 420, '#b9826a') +
      [90, 200, 310].map((x) => rect(x, 210, 70, 100, '#3a4650') + rect(x, 380, 70, 100, '#3a4650')).join('') +
      rect(820, 220, 420, 360, '#cfc6b4') +
      rect(0, 560, WIDTH, 90, '#9aa0a3') +
      street('#55595d') +
      line('M0 800H1280', '#e8e4d6', 10, 'stroke-dasharray="90 60"') +
      shape('M360 700q30 -90 150 -100h190q90 10 150 80l110 20q30 10 30 60v40H330v-60z', '#30343c') +
      shape('M500 690q20 -60 90 -64h90q70 6 110 64z', '#b9c8d2') +
      wheel(460, 800, 56) +
      wheel(860, 800, 56) +
      rect(1090, 300, 14, 360, '#6b7278') +
      disc(1097, 290, 70, '#c3271f') +
      disc(1097, 290, 52, '#2158a8') +
      line('M1060 253L1134 327M1134 253L1060 327', '#c3271f', 16),
  ],
  yard: [
    fade('s', '#1b2433', '#48566c') + fade('i', '#a9bccb', '#d7e2ea'),
    rect(0, 0, WIDTH, HEIGHT, 'url(#s)') +
      rect(0, 330, WIDTH, 220, '#39424c') +
      [120, 420, 720, 1020].map((x) => rect(x, 380, 180, 170, '#4d5863')).join('') +
      bus(220, 300, '#d8dde0') +
      rect(0, 640, WIDTH, 320, 'url(#i)') +
      shape('M80 760q220 -60 460 -10t420 -20q160 20 260 90q-260 70 -560 30t-580 -90z', '#f1f6f9', 'opacity=".8"') +
      line('M520 800q60 -30 150 -20', '#8498a8', 8) +
      line('M560 840q80 -20 190 0', '#8498a8', 6) +
      shape('M700 880l40 -110l40 110z', '#e8772e') +
      rect(715, 820, 50, 16, '#fff') +
      disc(1160, 120, 90, '#ffe2a0', 'opacity=".3"') +
      disc(1160, 120, 26, '#fff3d1'),
  ],
  windscreen: [
    fade('s', '#7f93a6', '#cfd9e0'),
    rect(0, 0, WIDTH, 620, 'url(#s)') +
      rect(0, 420, WIDTH, 220, '#6d7a66') +
      shape('M520 420h240l420 240H100z', '#5d6165') +
      line('M640 430V640', '#f1efe4', 8, 'stroke-dasharray="30 24"') +
      line(
        'M860 250l-170 -60l-120 30M860 250l60 -190M860 250l190 70l90 -20M860 250l-70 150l-140 60M860 250l50 180',
        '#f4f8fa',
        5,
      ) +
      line('M860 250l-60 -30M860 250l30 50M860 250l40 -30', '#1c2226', 4) +
      disc(860, 250, 16, '#1c2226') +
      rect(0, 620, WIDTH, 340, '#1a1d20') +
      shape('M0 620h1280v40q-640 70 -1280 0z', '#2a2e32') +
      `<circle cx="420" cy="930" r="240" fill="none" stroke="#0c0d0e" stroke-width="44"/>` +
      rect(800, 730, 260, 130, '#0f2a3a', 'rx="12"') +
      line('M830 770h120M830 800h170M830 830h80', '#5fb0d8', 8),
  ],
}
