import { Cleanup } from '@ibid/drivers/cleanup';
import { invalidConfig } from '@ibid/core';
import type { AppOptions, RunningServer, ServeOptions, SiteOptions } from '@ibid/server';
import { createDialects } from '@ibid/wire';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serverEnvironment, type Settings } from '../config.ts';
import type { Context } from '../main.ts';
import type { LogFormat } from '../define-config.ts';
import { ensureIndex } from '../ensure-index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { mayExist } from '../stores.ts';
import { openAnswering, tuningOf, type Answering } from '../open-answering.ts';
import { emptyIndex, openEngine } from '../open-index.ts';
import { builtTitle, findWidgetFolder, openSite, type SiteFlags } from '../open-site.ts';
import { openState } from '../open-state.ts';
import { pluralize, type Terminal } from '../terminal.ts';

export interface ServeFlags extends SiteFlags {
  readonly source?: string;
  readonly port?: number;
  readonly host?: string;
  readonly origin?: readonly string[];
  readonly title?: string;
  readonly log?: LogFormat;
  readonly questionsPerMinute?: number;
  readonly drain?: number;
}

/** Where `ibid serve` listens: the flags, else `PORT`, else the settings, else port 3210 of this machine alone. */
export function listenAddress(
  flags: Pick<ServeFlags, 'port' | 'host'>,
  server: Settings['server'],
): { readonly port: number; readonly host: string } {
  const port = flags.port ?? serverEnvironment().port ?? server?.port ?? 3210;
  return { port, host: flags.host ?? server?.host ?? '127.0.0.1' };
}

const LOOPBACK = /^(?:127(?:\.\d+){3}|localhost|::1)$/u;
const FINISH_SECONDS = 5;

/** Longer than the 60 s for which most proxies keep an idle connection: the proxy must be the one that closes it. */
const BEHIND_PROXY_SECONDS = 65;
const DIRECT_SECONDS = 5;

/** Time for cut-off answers to send their final event. */
const LAST_WORDS_MS = 1_000;

export async function serveCommand(flags: ServeFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  const site = await openSite(flags, context);
  // Without an index, the built site in `site` is indexed.
  const indexed = flags.source ?? (mayExist(settings.index) ? undefined : site?.folder);
  await ensureIndex(indexed, context, { servesPages: true });
  const { createApp, createMetrics, preload, serve } = await import('@ibid/server');
  const { countTokens } = await import('@ibid/core/chunk');
  const { openRequestLog } = await import('../request-log.ts');
  const format = flags.log ?? settings.server?.log ?? defaultLog(context);
  const log = openRequestLog(format, terminal);
  // The server outlives the program that collects its log.
  if (format === 'json') process.stdout.removeAllListeners('error').on('error', () => undefined);
  await using cleanup = new Cleanup();
  const metrics = createMetrics({ process: true });
  const onRefused = (cap: string): void => metrics.record('model_refusals_total', { cap });
  const answering = cleanup.use(await openAnswering(settings, { onTrouble: log.trouble, onRefused }));
  let address = '';
  const isShownHere = site !== undefined && settings.siteUrl === undefined;
  const engine = cleanup.use(
    await openEngine(settings, {
      answering: answering.engine,
      origin: isShownHere ? () => address : undefined,
      onNote: terminal.note,
      onQuestionFailed: (error) => log.trouble(error, { part: 'embedder' }),
      onCall: metrics.embedder,
    }),
  );
  const info = await engine.info({ signal });
  if (info === undefined) throw emptyIndex(settings.index);
  const source = flags.source ?? settings.source;
  const state = cleanup.use(await openState(source, context, log));
  const draining = new AbortController();
  const shutdown = new AbortController();
  const widget = findWidgetFolder();
  const spoken = createDialects(tuningOf(settings.model ?? {}));
  const app = createApp({
    engine,
    conversations: state.conversations,
    feedback: state.feedback,
    ingest: state.ingest,
    // With a shared database: one rate limit per client across all servers, and `/ready` also checks that the database accepts writes.
    checkWrites: state.replicas?.checkWrites,
    clientKey: state.replicas?.clientKey,
    newId: randomUUID,
    now: () => performance.now(),
    date: () => new Date(),
    countTokens,
    metrics,
    draining: draining.signal,
    shutdown: shutdown.signal,
    report: log.report,
    site,
    widgetFolder: widget,
    // Request defaults apply without a model as well.
    dialects: spoken,
    agent: agentOptions(answering),
    title: flags.title ?? settings.title ?? (site && (await builtTitle(site.folder))),
    ...serverSettings(flags, context),
  });
  const listen = listenAddress(flags, settings.server);
  const onUnreadable = (status: number): void => {
    metrics.record('http_requests_total', { route: 'unreadable', method: 'other', status: String(status) });
    metrics.record('http_request_seconds', { route: 'unreadable' }, 0);
  };
  const server = await serve(app, { ...listen, ...connectionLimits(settings.server), onUnreadable }).catch((cause) => {
    throw portError(cause as NodeJS.ErrnoException, listen.port);
  });
  // With a site, show `localhost`, the name people expect in a browser.
  const url = site === undefined ? server.url : server.url.replace('//127.0.0.1:', '//localhost:');
  address = url;
  terminal.problem(`${terminal.color.bold('Ibid')} answers at ${terminal.link(url, url)}`);
  const { model } = answering;
  const lines = [
    ...servedLines({ url, site, widgetFolder: widget, paths: app.routes.map(({ path }) => path) }),
    ...(model === undefined ? [] : [`Answers are worded by ${model.settings.modelName}, and proved.`]),
    `${pluralize(info.pages, 'page')}, ${pluralize(info.chunks, 'passage')}. Ctrl-C stops it.`,
  ];
  for (const line of lines) terminal.note(terminal.color.dim(line));
  // A request that needs what cannot be loaded reports it.
  await preload({ dialects: spoken, countTokens }).catch(() => undefined);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  const { drainSeconds = 0, finishSeconds = FINISH_SECONDS } = settings.server ?? {};
  const times = { drainMs: 1_000 * (flags.drain ?? drainSeconds), finishMs: 1_000 * finishSeconds };
  draining.abort();
  await stopServing(server, shutdown, times, terminal);
  return EXIT.ok;
}

function agentOptions({ model }: Answering): AppOptions['agent'] {
  if (model === undefined) return undefined;
  const { budget, settings, states } = model;
  return {
    ...settings,
    isReachable: () => states().some(({ state }) => state !== 'open'),
    async spentToday(options) {
      const [day] = await budget.totals({}, options);
      if (day === undefined) return undefined;
      const { settled, reserved, ...caps } = day;
      return { ...caps, tokens: settled.tokens + reserved.tokens, microCost: settled.microCost + reserved.microCost };
    },
  };
}

/** A terminal gets no request log unless `--debug` is given; anything else gets JSON lines for machines. */
function defaultLog({ terminal }: Context): LogFormat {
  if (terminal.debug) return 'text';
  return process.stdout.isTTY === true ? 'off' : 'json';
}

function serverSettings(flags: ServeFlags, { settings }: Context): Partial<AppOptions> {
  const { server } = settings;
  const perClient = flags.questionsPerMinute ?? serverEnvironment().questionsPerMinute ?? server?.questionsPerMinute;
  const { host } = listenAddress(flags, server);
  const isOpenToOthers = !LOOPBACK.test(host) || (server?.trustedProxies ?? 0) > 0;
  return {
    origins: flags.origin ?? server?.origins ?? [],
    trustedProxies: server?.trustedProxies ?? 0,
    siteKeys: server?.siteKeys ?? [],
    logQuestions: server?.logQuestions ?? false,
    maxRuns: server?.answersAtOnce,
    rateLimits: {
      // A limit that was set explicitly also applies to loopback clients.
      exemptLoopback: !isOpenToOthers && perClient === undefined && server?.requestsPerMinute === undefined,
      perClient,
      requests: server?.requestsPerMinute,
      perSiteKey: server?.siteKeyQuestionsPerMinute,
    },
    ownerToken: settings.ownerToken,
  };
}

function portError(cause: NodeJS.ErrnoException, port: number): Error {
  if (cause.code === 'EADDRINUSE')
    return invalidConfig(`Port ${port} is taken. Name another one with \`--port\`.`, cause);
  if (cause.code !== 'EACCES') return cause;
  return invalidConfig(`Port ${port} needs elevated privileges. Name one above 1023 with \`--port\`.`, cause);
}

/** How many connections one address may have, and for how long they stay open between two requests. */
export function connectionLimits(
  server: Settings['server'] = {},
): Pick<ServeOptions, 'connectionsPerAddress' | 'limits'> {
  const isBehindProxy = (server.trustedProxies ?? 0) > 0;
  const keepAliveMs = 1_000 * (server.keepAliveSeconds ?? (isBehindProxy ? BEHIND_PROXY_SECONDS : DIRECT_SECONDS));
  // Behind a proxy, all connections come from the proxy's address.
  return {
    connectionsPerAddress: server.connectionsPerAddress ?? (isBehindProxy ? 0 : undefined),
    limits: { keepAliveMs },
  };
}

/**
 * Stops a server without visible errors behind a load balancer: it reports not ready and keeps serving for `drainMs`, then closes its port,
 * lets answers in progress finish for `finishMs`, and ends those that take longer by `shutdown`, with a final event.
 */
async function stopServing(
  server: RunningServer,
  shutdown: AbortController,
  { drainMs, finishMs }: { readonly drainMs: number; readonly finishMs: number },
  { note }: Terminal,
): Promise<void> {
  server.drain();
  if (drainMs > 0) {
    note(`Not ready any more; questions are answered for ${drainMs / 1_000} s more. Ctrl-C stops at once.`);
    await wait(drainMs);
  }
  note('Answers under way may finish; Ctrl-C again stops at once.');
  const closed = server.close();
  await Promise.race([closed, wait(finishMs, undefined, { ref: false })]);
  shutdown.abort();
  await Promise.race([closed, wait(LAST_WORDS_MS, undefined, { ref: false })]);
  server.endNow();
  await closed;
}

/** One line for each thing the server offers, with its address. `url` has no trailing slash; `paths` are those of the server. */
export function servedLines(served: {
  readonly url: string;
  readonly site: SiteOptions | undefined;
  readonly widgetFolder: string | undefined;
  readonly paths: readonly string[];
}): readonly string[] {
  const { url, site, widgetFolder, paths } = served;
  const isBuilt = widgetFolder !== undefined && existsSync(join(widgetFolder, 'ibid-ask.js'));
  return [
    ...(site === undefined ? [] : [`  site    ${url}${site.base}  from ${relative('', site.folder) || '.'}`]),
    `  ask     ${url}${site === undefined ? '/' : '/ask'}`,
    `  API     ${url}/api/docs`,
    isBuilt
      ? `  panel   <script type="module" src="${url}/widget/ibid-ask.js"></script>  for the pages of any site`
      : '  panel   is not built; run `npm run build`',
    ...(site === undefined ? [] : [...new Set(paths)].sort().filter((path) => hidesPage(path, site))).map(
      (path) => `  The site's page at ${path} is hidden: Ibid answers there.`,
    ),
  ];
}

/** The server's page at which a page of the site comes first. */
const YIELDED = '/docs';

/** True if the site has a page at a path of the server, so that readers cannot reach it. */
function hidesPage(path: string, { folder, base }: SiteOptions): boolean {
  if (!path.startsWith(base) || path === base || path === YIELDED || /[*:]/u.test(path)) return false;
  const name = join(folder, path.slice(base.length));
  return [`${name}.html`, join(name, 'index.html')].some((file) => existsSync(file));
}
