import { IbidError } from '@ibid/core';
import { hostOf, type HostedService } from './hosted-service.ts';

/** Throws when the reply comes from another model than was asked for: its vectors belong to another space (R6). */
export function requireModel({ label, url, model }: HostedService, answered: unknown): void {
  if (isSame(model, answered)) return;
  // The name comes from outside, and messages are read by people.
  const name = /^[\w.:/+@-]{1,100}$/u.test(String(answered)) ? `\`${String(answered)}\`` : 'another model';
  throw new IbidError(
    'UPSTREAM_FAILED',
    `${label} at ${hostOf(url)} answered with ${name} instead of \`${model}\`. If that is the wanted one, give its name in \`model\` of the embedder.`,
    { details: { service: label } },
  );
}

/** Services may name none, or write the name with or without its maker or version: `openai/ada-002` and `ada-002-v2` both stand for `ada-002`. */
function isSame(asked: string, answered: unknown): boolean {
  if (typeof answered !== 'string' || answered.trim() === '') return true;
  const [a, b] = [bare(asked), bare(answered)];
  return a.includes(b) || b.includes(a);
}

function bare(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/:latest$/u, '');
}
