import { openPostgresService, openQdrantService, type PostgresService, type QdrantService } from '@ibid/testkit';
import { openWorkplace, runIbid, serveIbid, type Served, type Workplace } from '../run-ibid.ts';
import { openSwitchedAddress, type SwitchedAddress } from './switched-address.ts';

export const TOKEN = 'a-token-of-the-owner-0123456789';

/** One index in Qdrant, one state in PostgreSQL, and any number of servers using them. */
export interface Deployment extends AsyncDisposable {
  readonly qdrant: QdrantService;
  /** Proxy between the servers and PostgreSQL. */
  readonly gate: SwitchedAddress;
  readonly place: Workplace;
  readonly env: Readonly<Record<string, string>>;
  /** Indexes `docs` with the command. Rejects with its output if it fails. */
  index(): Promise<void>;
  start(...flags: string[]): Promise<Served>;
}

/** `own` is a database that the test damages and closes; by default a new one is opened. */
export async function openDeployment(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  own?: Pick<PostgresService, 'url' | 'freshSchema'>,
): Promise<Deployment> {
  await using cleanup = new AsyncDisposableStack();
  const qdrant = cleanup.use(await openQdrantService());
  const postgres = own ?? cleanup.adopt(await openPostgresService(), (opened) => opened.close());
  const place = cleanup.use(await openWorkplace());
  await place.write(files);
  const state = new URL(postgres.url);
  const gate = cleanup.use(await openSwitchedAddress({ host: state.hostname, port: Number(state.port || 5432) }));
  state.host = `127.0.0.1:${gate.port}`;
  state.searchParams.set('schema', postgres.freshSchema());
  const all = {
    IBID_INDEX: `qdrant:${qdrant.url}/physical_ai_book`,
    IBID_STATE_URL: state.href,
    IBID_TOKEN: TOKEN,
    ...env,
  };
  const replicas: Served[] = [];
  cleanup.defer(async () => {
    for (const { run } of replicas) run.child.kill('SIGKILL');
    await Promise.all(replicas.map(({ run }) => run.finished));
  });
  const opened = cleanup.move();
  return {
    qdrant,
    gate,
    place,
    env: all,
    async index() {
      const { code, stdout, stderr } = await runIbid(place.path, ['index', 'docs', '--debug'], all);
      if (code !== 0) throw new Error(`ibid index ended with ${code}: ${stdout}${stderr}`);
    },
    async start(...flags) {
      const replica = await serveIbid(place.path, ['--log', 'json', ...flags], all);
      replicas.push(replica);
      return replica;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
