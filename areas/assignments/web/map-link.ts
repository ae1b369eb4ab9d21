interface Point {
  readonly namn: string
  readonly lat: number
  readonly lon: number
}

/** A link to a place in the phone's map app, or to a map on the web if the device has none. */
export function mapLink({ namn, lat, lon }: Point, userAgent: string): string {
  const at = `${lat},${lon}`
  // A name in brackets labels the pin (Android's intents); RFC 5870 itself has no label.
  if (/Android/.test(userAgent)) return `geo:${at}?q=${at}(${encodeURIComponent(namn)})`
  if (/iPhone|iPad/.test(userAgent)) return `https://maps.apple.com/?ll=${at}&q=${encodeURIComponent(namn)}`
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`
}
