const shortcodes = /\[\/?(caption|gallery|embed|audio|video|playlist)\b[^\]]*\]/g
const comments = /<!--[\s\S]*?(?:-->|$)/g

/** Elements that are kept as they are: paragraphs inside would break them. */
const whole = 'address|dl|figure|h[1-6]|ol|pre|script|style|table|ul'
/** Elements that contain paragraphs. */
const around = 'article|aside|blockquote|div|footer|header|hr|li|main|section'
const tags = new RegExp(`<(/?)(?:(${whole})|(p)|(?:${around}))\\b[^<>]*>`, 'gi')

/** Adds the paragraphs that WordPress stores as blank lines and adds when it shows a post. Removes its shortcodes and comments. */
export function paragraphed(content: string): string {
  const text = content.replaceAll(/\r\n?/g, '\n').replaceAll(shortcodes, '').replaceAll(comments, '')
  const made: string[] = []
  let open: { readonly name: string; depth: number } | null = null
  let written = false
  let from = 0
  for (const { 0: tag, 1: slash, 2: kept, 3: paragraph, index } of text.matchAll(tags)) {
    const end = index + tag.length
    if (open) {
      if (kept?.toLowerCase() !== open.name) continue
      open.depth += slash ? -1 : 1
      if (open.depth > 0) continue
      open = null
      made.push(text.slice(from, end))
      from = end
      continue
    }
    made.push(...paragraphs(text.slice(from, index), written))
    written = paragraph !== undefined && !slash
    from = end
    if (kept && !slash) {
      open = { name: kept.toLowerCase(), depth: 1 }
      from = index
    } else if (!kept && !paragraph) made.push(tag)
  }
  made.push(...(open ? [text.slice(from)] : paragraphs(text.slice(from), written)))
  return made.join('\n')
}

/** `written`: the HTML already marks the text as a paragraph, so line breaks in it have no meaning. */
const paragraphs = (text: string, written: boolean): string[] =>
  text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => `<p>${written ? part : linesOf(part)}</p>`)

const linesOf = (part: string) =>
  part
    .split('\n')
    .map((line) => line.trim().replace(/<br ?\/?>$/i, ''))
    .join('<br>')
