export type Encoding = 'br' | 'gzip' | 'identity';

const OFFERED = ['br', 'gzip'] as const;

/** The best encoding that a client takes, by its `Accept-Encoding`; `identity` where it names none of ours. */
export function chooseEncoding(accepted: string | null): Encoding {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const best = Math.max(...OFFERED.map(weightOf));
  return best > 0 ? OFFERED.find((name) => weightOf(name) === best)! : 'identity';
}
