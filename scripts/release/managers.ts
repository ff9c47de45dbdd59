type Command = readonly [string, ...string[]];

/** How one package manager installs into an empty folder and runs what it has installed. */
export interface Manager {
  /** Files that the folder needs besides `package.json`. */
  readonly settings: (registry: string, scratch: string) => Readonly<Record<string, string>>;
  /** One command that fetches a program and runs it, where the manager has one that reads its settings. */
  readonly once?: Command;
  readonly add: Command;
  /** Before `ibid` and before `node`. */
  readonly exec: Command;
}

const npmrc = (registry: string, scratch: string): string =>
  `registry=${registry}\ncache=${scratch}/npm\nstore-dir=${scratch}/pnpm\naudit=false\nfund=false\n`;

/** Nothing that is fetched outlives a run: these versions are packed again and again. Yarn takes plain HTTP from named hosts alone. */
function yarnrc(registry: string, scratch: string, linker: string): string {
  return `nodeLinker: ${linker}
npmRegistryServer: ${registry}
unsafeHttpWhitelist: [127.0.0.1]
globalFolder: ${scratch}/yarn
enableTelemetry: false
enableScripts: false
enableImmutableInstalls: false
`;
}

/** By the name that `--only` takes. */
export const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: {
    settings: (registry, scratch) => ({ '.npmrc': npmrc(registry, scratch) }),
    once: ['npx', '--yes'],
    add: ['npm', 'install', '--ignore-scripts'],
    exec: ['npx', '--no-install'],
  },
  pnpm: {
    settings: (registry, scratch) => ({ '.npmrc': npmrc(registry, scratch) }),
    once: ['pnpm', 'dlx'],
    add: ['pnpm', 'add', '--ignore-scripts'],
    exec: ['pnpm', 'exec'],
  },
  yarn: {
    settings: (registry, scratch) => ({
      'yarn.lock': '',
      '.yarnrc.yml': yarnrc(registry, scratch, 'node-modules'),
    }),
    add: ['yarn', 'add'],
    exec: ['yarn'],
  },
  pnp: {
    settings: (registry, scratch) => ({ 'yarn.lock': '', '.yarnrc.yml': yarnrc(registry, scratch, 'pnp') }),
    add: ['yarn', 'add'],
    exec: ['yarn'],
  },
};
