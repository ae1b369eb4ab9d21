/** A line of a feed's file. */
export type Row = readonly (string | number)[]

export function csv(rows: readonly Row[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('')
}

function cell(value: string | number): string {
  const text = String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** 1510 to '25:10:00', as GTFS writes times after midnight. */
export function feedTime(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00`
}

/** '2026-11-21' to '20261121'. */
export function feedDate(date: string): string {
  return date.replaceAll('-', '')
}

/** 'Östra Ersboda' to 'ostra-ersboda'. */
export function placeId(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
