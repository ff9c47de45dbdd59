/** Puts `text` on the clipboard; false when the browser forbids it. `near` is an element of the panel. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

/** For pages without a secure context, which have no clipboard of their own. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'ibid-hidden';
  near.after(field);
  field.select();
  try {
    // eslint-disable-next-line typescript/no-deprecated -- there is nothing else in such pages
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    near.focus({ preventScroll: true });
  }
}
