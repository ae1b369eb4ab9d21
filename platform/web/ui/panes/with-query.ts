/** The address with this query; an empty one leaves no question mark. Safari has `URLSearchParams.size` only from 17. */
export function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text ? `${path}?${text}` : path
}
