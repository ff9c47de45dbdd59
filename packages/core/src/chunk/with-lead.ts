/** A chunk's words with the repeated header row above. */
export function withLead(lead: string, text: string): string {
  return lead === '' ? text : `${lead}\n${text}`;
}
