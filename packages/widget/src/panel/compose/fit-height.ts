let isBrowsers: boolean | undefined;

/** Makes a text field as high as its text; the style sheet bounds it. Browsers that do so themselves are left alone. */
export function fitHeight(field: HTMLTextAreaElement): void {
  isBrowsers ??= CSS.supports('field-sizing', 'content');
  if (isBrowsers) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}
