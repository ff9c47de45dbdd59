import type { Dockerfile, Stage, Step } from './dockerfile.ts';

interface Line {
  readonly text: string;
  readonly line: number;
}

/** Reads what our Dockerfile uses of the format: no here-documents, no parser directives. Throws for what it cannot read, naming the line. */
export function readDockerfile(text: string): Dockerfile {
  const args = new Map<string, string>();
  const stages: { name: string; base: string; steps: Step[] }[] = [];
  for (const line of logicalLines(text)) {
    const step = readStep(line);
    const current = stages.at(-1);
    if (step.instruction === 'FROM') {
      const [base = '', as, name = ''] = step.words;
      if (as !== undefined && as.toUpperCase() !== 'AS') throw unreadable(line);
      stages.push({ base: withArguments(base, args), name, steps: [] });
    } else if (current !== undefined) {
      current.steps.push(step);
    } else if (step.instruction === 'ARG') {
      const [name = '', value = ''] = step.text.split('=');
      args.set(name, value);
    } else {
      throw unreadable(line);
    }
  }
  return { stages: stages satisfies readonly Stage[] };
}

function logicalLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let open: Line | undefined;
  for (const [index, raw] of text.split('\n').entries()) {
    const trimmed = raw.trim();
    if (trimmed.startsWith('#') || trimmed === '') continue;
    const isContinued = trimmed.endsWith('\\');
    const part = isContinued ? trimmed.slice(0, -1).trim() : trimmed;
    const joined: Line =
      open === undefined ? { text: part, line: index + 1 } : { ...open, text: `${open.text} ${part}` };
    open = isContinued ? joined : undefined;
    if (!isContinued) lines.push(joined);
  }
  if (open !== undefined) throw unreadable(open);
  return lines;
}

function readStep(line: Line): Step {
  const match = /^([A-Za-z]+)\s+(.*)$/u.exec(line.text);
  if (match === null || match[2]!.includes('<<')) throw unreadable(line);
  const instruction = match[1]!.toUpperCase();
  const flags: Record<string, string> = {};
  let text = match[2]!;
  for (let flag = FLAG.exec(text); flag !== null; flag = FLAG.exec(text)) {
    flags[flag[1]!] = flag[2] ?? '';
    text = text.slice(flag[0].length);
  }
  const array = /^(?:CMD\s+)?(\[.*\])$/u.exec(text)?.[1];
  const words = array === undefined ? wordsOf(text) : (JSON.parse(array) as readonly string[]);
  return { instruction, flags, text, words, isExecForm: array !== undefined, line: line.line };
}

const FLAG = /^--([a-z-]+)(?:=(\S+))?\s+/u;

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"]|"[^"]*")+/gu)].map(([word]) => word.replaceAll('"', ''));
}

function withArguments(text: string, args: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/gu, (_, name: string) => {
    const value = args.get(name);
    if (value === undefined)
      throw new Error(`The Dockerfile names \`${name}\`, which no ARG before the first FROM sets.`);
    return value;
  });
}

function unreadable({ text, line }: Line): Error {
  return new Error(`Line ${line} of the Dockerfile cannot be read: ${text}`);
}
