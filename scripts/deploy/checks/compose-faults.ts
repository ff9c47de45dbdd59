import { dirname } from 'node:path';
import type { IbidConfig } from '../../../packages/cli/src/define-config.ts';
import type { ProgramFacts } from './program-facts.ts';
import { stopSeconds } from './stop-seconds.ts';

/** A compose file as far as its promises go; anchors are already put in. */
export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}

interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly stop_grace_period?: string;
}

export interface ComposeSurroundings {
  readonly facts: ProgramFacts;
  /** Whether a file is in the repository. */
  readonly exists: (path: string) => boolean;
  /** Names that the example of the env file sets. */
  readonly named: ReadonlySet<string>;
  /** What the services are configured with. */
  readonly config: IbidConfig;
}

const SECRET = /(?:KEY|TOKEN|PASSWORD|STATE_URL)$/u;
const WRITTEN = ['/tmp', dirname('/var/lib/ibid/index.db')];

/** What in a compose file does not keep its promises; empty when all does. */
export function composeFaults(file: ComposeFile, around: ComposeSurroundings): readonly string[] {
  const faults = Object.entries(file.services).flatMap(([name, service]) =>
    [
      ...serviceFaults(service, file, around),
      ...(service.build === undefined ? [] : ownFaults(service, file, around)),
    ].map((fault) => `${name}: ${fault}`),
  );
  const used = new Set([...JSON.stringify(file).matchAll(/\$\{([A-Z_]+)/gu)].map((match) => match[1]!));
  const unnamed = [...used].filter((name) => !around.named.has(name)).map((name) => `${name} is not in the example`);
  const unused = [...around.named]
    .filter((name) => !used.has(name))
    .map((name) => `nothing takes ${name} of the example`);
  return [...faults, ...unnamed, ...unused];
}

function serviceFaults(service: ComposeService, file: ComposeFile, { exists }: ComposeSurroundings): string[] {
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  expect(/:v?\d+(?:\.\d+)*/u.test(service.image), `${service.image} names no version`);
  expect(service.privileged !== true, 'it has all rights of the machine');
  expect(service.security_opt?.includes('no-new-privileges:true') === true, 'its programs may gain rights');
  expect(service.mem_limit !== undefined, 'it may take all memory');
  expect(service.restart === 'unless-stopped', 'it is not started again');
  for (const port of service.ports ?? []) expect(port.startsWith('127.0.0.1:'), `${port} is open to the network`);
  for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
    expect(condition === 'service_healthy', `it does not wait until ${name} is healthy`);
    const other = file.services[name];
    expect(other?.healthcheck !== undefined || other?.build !== undefined, `${name} never says that it is healthy`);
  }
  for (const network of service.networks ?? [])
    expect(network in (file.networks ?? {}), `there is no network ${network}`);
  for (const volume of service.volumes ?? []) {
    const [source = '', , mode] = volume.replace(/\$\{\w+:-([^}]*)\}/gu, '$1').split(':');
    if (source.startsWith('./deploy/')) expect(exists(source.slice(2)), `there is no ${source}`);
    if (source.startsWith('.')) expect(mode === 'ro', `${source} of the machine can be written`);
    else expect(source in (file.volumes ?? {}), `there is no volume ${source}`);
  }
  for (const [name, value] of Object.entries(service.environment ?? {})) {
    if (SECRET.test(name)) expect(/\$\{[A-Z_]+(?::[?-][^}]*)?\}/u.test(value), `${name} stands in the file`);
  }
  return faults;
}

/** Of what is built here. */
function ownFaults(service: ComposeService, file: ComposeFile, { facts, config }: ComposeSurroundings): string[] {
  const most = stopSeconds(config);
  const faults: string[] = [];
  const expect = (isSo: boolean, fault: string): void => void (isSo || faults.push(fault));
  const environment = service.environment ?? {};
  for (const name of Object.keys(environment)) expect(facts.variables.has(name), `nothing reads ${name}`);
  expect(/^[1-9]\d*:[1-9]\d*$/u.test(service.user ?? ''), 'its user is root or has no number');
  expect(service.read_only === true, 'its root can be written');
  expect(service.cap_drop?.includes('ALL') === true, 'it keeps capabilities');
  const writable = (service.tmpfs ?? []).map((entry) => entry.split(':')[0]!);
  for (const folder of WRITTEN) expect(writable.includes(folder), `${folder} cannot be written`);
  expect(environment['PORT'] === String(facts.port), `its port is not ${facts.port}`);
  for (const port of service.ports ?? [])
    expect(port.endsWith(`:${facts.port}`), `${port} does not lead to the server`);
  expect(Number.parseInt(service.stop_grace_period ?? '10s', 10) > most, `it is killed before ${most} s are over`);
  for (const name of facts.embedderKeys) expect(name in environment, `no embedder gets its ${name}`);
  const folder = config.source ?? '';
  expect(!('IBID_TOKEN' in environment) || folder !== '', 'IBID_TOKEN allows nothing without a source');
  expect(
    (service.volumes ?? []).some((volume) => volume.includes(`:/work/${folder}:`)),
    `there are no pages at ${folder}`,
  );
  expect(config.siteUrl !== undefined, 'footnotes lead nowhere without a siteUrl');
  for (const name of ['IBID_INDEX', 'IBID_STATE_URL']) {
    const host = /(?:@|http:\/\/)([a-z-]+):(\d+)\//u.exec(environment[name] ?? '')?.[1] ?? '';
    expect(host in file.services, `${name} leads to no service`);
    expect(host in (service.depends_on ?? {}), `it does not wait for ${name}`);
  }
  return faults;
}
