/** Sets or removes an attribute. A value that is already set is not written again. */
export function reflect(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Reorders an element's children without moving the focused child, which would lose the focus. */
export function reorder(children: readonly Element[]): void {
  let next: Element | null = null;
  for (const child of children.toReversed()) {
    if (child.nextElementSibling !== next && !child.contains(document.activeElement))
      child.parentElement?.insertBefore(child, next);
    next = child;
  }
}
