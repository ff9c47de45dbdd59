type Command = readonly [string, ...string[]];

/** Commands and settings of one package manager for installing into an empty folder and running what was installed. */
export interface Manager {
  /** Files that the folder needs in addition to `package.json`. */
  readonly settings: (registry: string, scratch: string) => Readonly<Record<string, string>>;
  /** Downloads a program and runs it; absent if the manager has no such command that reads its settings. */
  readonly once?: Command;
  readonly add: Command;
  /** Prefix for running `ibid` or `node`. */
  readonly exec: Command;
}

const npmrc = (registry: string, scratch: string): string =>
  `registry=${registry}\ncache=${scratch}/npm\nstore-dir=${scratch}/pnpm\naudit=false\nfund=false\n`;

/** All downloads go into the scratch folder, because the same versions are packed again and again. Yarn allows plain HTTP only for listed hosts. */
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
