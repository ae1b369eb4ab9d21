/**
 * Lists elements that are cut off, beyond the edge of the window, or chosen without looking different. Runs in the
 * page.
 */
export function wrongHere(): string[] {
  const wrong = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) wrong.add(`${scrollWidth - clientWidth} px wider than the window`)

  const named = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}"`
  const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
  const hidden = (element: Element) => {
    const box = element.getBoundingClientRect()
    return (
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width <= 1 || box.height <= 1
    )
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || hidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width <= 1 || box.bottom <= 0) continue
    let { left, right } = box
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      if (hidden(around) || scrolls(around)) break
      const { overflowX, overflowY, textOverflow, position, clipPath, webkitLineClamp } = getComputedStyle(around)
      if (clipPath !== 'none') break
      const frame = around.getBoundingClientRect()
      const clips = /hidden|clip/.test(overflowX)
      // An ellipsis shows that the text continues. Beyond it nothing of the text is visible.
      if (clips && textOverflow === 'ellipsis') {
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      const cutX = clips && (right > frame.right + 1 || left < frame.left - 1)
      // So does the ellipsis after the last line of a text that is shortened to some lines.
      const cutY =
        webkitLineClamp === 'none' &&
        /hidden|clip/.test(overflowY) &&
        (box.bottom > frame.bottom + 2 || box.top < frame.top - 2)
      if (cutX || cutY) {
        wrong.add(`cut: ${named(element)}`)
        break
      }
      if (position === 'fixed') break
    }
    let frame: Element | null = element
    while (frame && !scrolls(frame)) frame = frame.parentElement
    if (!frame && right > clientWidth + 1) wrong.add(`beyond the edge: ${named(element)}`)
  }

  // A chosen element must differ from the others by more than a colour that the mode removes.
  const looks = (element: Element): string =>
    JSON.stringify(
      [element, ...element.querySelectorAll('*')].map((each) =>
        [undefined, '::before', '::after'].map((part) => {
          const {
            backgroundColor,
            borderWidth,
            borderColor,
            borderStyle,
            outlineStyle,
            fontWeight,
            textDecorationLine,
            content,
            display,
            color,
          } = getComputedStyle(each, part)
          return [
            backgroundColor,
            borderWidth,
            borderColor,
            borderStyle,
            outlineStyle,
            fontWeight,
            textDecorationLine,
            content,
            display,
            color,
          ]
        }),
      ),
    )
  for (const chosen of document.querySelectorAll(
    '[aria-current], [aria-selected=true], [aria-pressed=true], :checked:not(option)',
  )) {
    const state = ['aria-current', 'aria-selected', 'aria-pressed'].find((name) => chosen.hasAttribute(name))
    const frame = chosen.closest('ul, ol, nav, fieldset, tr, [role=listbox], [role=group]')
    const shown = (element: Element) => element.closest('label') ?? element
    // The browser's own control shows whether it is checked.
    const native = chosen.matches('input') && !hidden(chosen) && getComputedStyle(chosen).appearance !== 'none'
    if (!frame || native || hidden(shown(chosen))) continue
    const other = [
      ...frame.querySelectorAll(
        state ? `${chosen.tagName}:not([${state}]), ${chosen.tagName}[${state}=false]` : 'input:not(:checked)',
      ),
    ].find(
      (each) => each !== chosen && !hidden(shown(each)) && each.getAttribute('type') === chosen.getAttribute('type'),
    )
    if (other && looks(shown(other)) === looks(shown(chosen)))
      wrong.add(`looks like the others: ${named(shown(chosen))}`)
  }
  return [...wrong]
}
