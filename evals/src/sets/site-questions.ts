import { mean } from '@ibid/core/evaluate';
import { join } from 'node:path';
import type { EvalSet } from '../eval-set.ts';
import { openSite } from '../reader-questions/ask-questions.ts';
import { openLabels } from '../reader-questions/labels.ts';

const FOLDER = 'reader-questions';

/** Questions, in the order of the labels; X is the name of the site. */
const QUESTIONS = [
  'What is X?',
  'getting started',
  'how do I install it',
  'How do I upgrade X to the latest version?',
  'what are the requirements',
  'how do I report a bug',
  'where can I get help',
  'is it free',
  'how do I uninstall it',
];

interface Labelled {
  readonly name: string;
  /** For each question the pages that answer it, by the ends of their addresses; empty if none does. */
  readonly pages: readonly (readonly string[])[];
}

const SITES: Readonly<Record<string, Labelled>> = {
  docusaurus: {
    name: 'Docusaurus',
    pages: [
      ['docs'],
      ['docs', 'installation'],
      ['installation'],
      ['installation', 'migration'],
      ['installation'],
      [],
      [],
      [],
      [],
    ],
  },
  fastify: {
    name: 'Fastify',
    pages: [
      ['example.org/', 'Getting-Started'],
      ['Getting-Started'],
      ['Getting-Started'],
      ['Migration-Guide-V5'],
      [],
      ['Contributing'],
      [],
      [],
      [],
    ],
  },
  kubernetes: {
    name: 'Kubernetes',
    pages: [
      ['concepts/overview'],
      ['setup', 'learn-kubernetes-basics'],
      ['setup', 'production-environment', 'install-kubeadm'],
      ['cluster-upgrade', 'kubeadm-upgrade'],
      [],
      ['tasks/debug', 'issues'],
      ['tasks/debug'],
      [],
      [],
    ],
  },
  'redux-toolkit': {
    name: 'Redux Toolkit',
    pages: [
      ['why-rtk-is-redux-today', 'getting-started'],
      ['getting-started', 'quick-start'],
      ['getting-started', 'quick-start'],
      ['migrating-rtk-2'],
      [],
      [],
      ['introduction/getting-started'],
      [],
      [],
    ],
  },
  'robotics-textbook': {
    name: 'Physical AI & Humanoid Robotics',
    pages: [
      ['intro'],
      ['intro', 'module-1'],
      ['chapter-1-introduction-to-ros2', 'module-1'],
      [],
      ['intro'],
      ['module-3'],
      ['module-4'],
      [],
      [],
    ],
  },
  'rust-book': {
    name: 'Rust',
    pages: [
      ['introduction.html', 'title-page.html'],
      ['getting-started.html', 'installation.html'],
      ['installation.html'],
      ['installation.html'],
      [],
      [],
      [],
      [],
      ['installation.html'],
    ],
  },
};

/** Questions that anyone asks of any site first; their words are on every page, or mean something else there. */
export const siteQuestions: EvalSet = {
  name: 'site-questions',
  summary:
    'What is it, how to begin, install, upgrade, get help, and the like, asked of six sites: the page that answers, or none.',
  folders: [FOLDER],
  async run(context) {
    const folder = join(context.data, FOLDER);
    const labels = await openLabels(folder);
    const rights: boolean[] = [];
    const refusals: boolean[] = [];
    const misses: string[] = [];
    for (const [site, { name, pages }] of Object.entries(SITES)) {
      const corpus = await openSite(context, labels, folder, site);
      for (const [at, question] of QUESTIONS.entries()) {
        const { outcome, citations } = await context.ask(corpus, question.replace('X', name));
        const url = citations[0]?.url ?? '';
        const isRight = pages[at]!.length === 0 ? outcome !== 'answered' : pages[at]!.some((end) => url.endsWith(end));
        (pages[at]!.length === 0 ? refusals : rights).push(isRight);
        if (!isRight) misses.push(`${site}: ${question} (${url === '' ? 'refused' : url})`);
      }
    }
    return {
      metrics: {
        'right page first': mean(rights.map(Number)),
        'refused when no page answers': mean(refusals.map(Number)),
      },
      facts: { questions: rights.length + refusals.length },
      misses: [{ title: 'Another page, wrongly refused, or wrongly answered', ids: misses }],
    };
  },
};
