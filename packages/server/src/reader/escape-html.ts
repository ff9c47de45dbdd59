const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as element text and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/gu, (character) => ENTITIES[character]!);
}
