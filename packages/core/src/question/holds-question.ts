const FEWEST_WORDS = 3;

/** True if code contains the question itself, such as `ibid ask "How do I change the port?"`. Such code does not answer it. */
export function holdsQuestion(code: string, question: string): boolean {
  const asked = plain(question);
  return asked.split(' ').length >= FEWEST_WORDS && plain(code).includes(asked);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
