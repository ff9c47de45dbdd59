import { MODEL_FAULT_MODES, quotingModel, searchingModel, type ModelFaultMode } from '@ibid/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { agentPlace, briefOf, drafted, furtherSearch, type AgentPlace, type AgentPlaceOptions } from './agent-fixture.ts';
import { createServer } from 'node:net';
import { connect } from 'node:net';

const places: AgentPlace[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.close();
});
async function open(options: AgentPlaceOptions): Promise<AgentPlace> {
  const place = await agentPlace(options);
  places.push(place);
  return place;
}

describe.each(['chat', 'responses'] as const)('table %s', (api) => {
  it('reuse', async () => {
    let n = 0;
    const { service } = await open({ script: quotingModel(), api });
    const port = Number(new URL(service.url).port);
    const proxy = createServer((s) => { n++; const u = connect(port, '127.0.0.1'); s.pipe(u).pipe(s); s.on('error',()=>u.destroy()); u.on('error',()=>s.destroy()); });
    await new Promise<void>((r) => proxy.listen(0, '127.0.0.1', r));
    const place = await open({ script: quotingModel(), api, model: { baseUrl: `http://127.0.0.1:${(proxy.address() as any).port}/v1` }, service: {} });
    for (let i = 0; i < 10; i++) await drafted(place.agent, briefOf());
    console.log('CONNS', api, n);
    proxy.close();
  });
  it('abort', async () => {
    const place = await open({ script: () => ({ kind: 'fault', fault: 'endless-answer', everyMs: 5 }), api, deadlines: {totalMs: 60000, idleMs: 20000, firstTokenMs: 15000} });
    for (let k = 0; k < 4; k++) {
      for (let i = 0; i < 50; i++) {
        const c = new AbortController();
        const t = setTimeout(() => c.abort(), i % 20);
        const r = await drafted(place.agent, briefOf(), c.signal);
        clearTimeout(t);
      }
      await place.service.idle();
      console.log('ABORT', api, place.service.openSockets(), place.service.openReplies(), place.spending.open(), process.getActiveResourcesInfo().filter(x=>x!=='PipeWrap').join());
    }
    await place.close();
    await new Promise((r) => setTimeout(r, 1500));
    console.log('ABORT', api, place.service.openSockets(), process.getActiveResourcesInfo().filter(x=>x!=='PipeWrap').join());
  });
});
