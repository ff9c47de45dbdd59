import { describe, expect, test } from 'vitest';
import type { PageContext } from '../config/index.ts';
import { openNativeService } from '../testing/native-service.ts';
import { createPanelStore } from './create-panel-store.ts';
import { openStore } from './testing/open-store.ts';
import { selection } from './testing/selection.ts';

const silent = (): (() => void) => () => undefined;

describe('the scope of the next question', () => {
  test('is locale and version of the page, and follows them until the reader chooses', () => {
    using opened = openStore();
    expect(opened.store.getState().scope).toEqual({
      selection: undefined,
      onlySelection: false,
      page: undefined,
      section: undefined,
      locale: 'en',
      version: '2.0',
    });
    opened.navigate({ locale: 'ur', version: '1.0' });
    expect(opened.store.getState().scope).toMatchObject({ locale: 'ur', version: '1.0' });
    opened.store.setScope({ version: '' });
    opened.navigate({ locale: 'de', version: '3.0' });
    opened.store.open();
    expect(opened.store.getState()).toMatchObject({ isOpen: true, scope: { locale: 'de', version: '' } });
  });

  test('a page that is chosen keeps its language and version while the reader goes elsewhere, and follows again without it', () => {
    using opened = openStore();
    const page = { url: 'https://docs.test/a', title: 'A' };
    opened.store.setScope({ page });
    opened.navigate({ url: 'https://docs.test/1.0/a', locale: 'ur', version: '1.0' });
    opened.store.open();
    expect(opened.store.getState().scope).toMatchObject({ page, locale: 'en', version: '2.0' });
    opened.store.setScope({ page: undefined });
    expect(opened.store.getState().scope).toMatchObject({ page: undefined, locale: 'ur', version: '1.0' });
  });

  test('choosing the page that is open takes its version, unless all are wanted', () => {
    using opened = openStore();
    const page = { url: 'https://docs.test/1.0/a', title: 'A' };
    opened.store.setScope({ version: '2.0' });
    opened.navigate({ url: page.url, version: '1.0' });
    opened.store.setScope({ page });
    expect(opened.store.getState().scope).toMatchObject({ page, version: '1.0' });
    opened.store.setScope({ page: undefined, version: '' });
    opened.store.setScope({ page });
    expect(opened.store.getState().scope).toMatchObject({ page, version: '' });
  });

  test('a page that says its version late is asked about in that version', () => {
    let version = '2.0';
    const current = (): PageContext => ({ url: '/a', title: 'A', section: undefined, locale: 'en', version });
    const store = createPanelStore({
      config: { api: 'http://127.0.0.1:9', siteKey: '', storageKey: '' },
      current,
      surroundings: {
        storages: [],
        isOnline: () => true,
        onNetworkChange: silent,
        onLeave: silent,
        onReturn: silent,
        onKeptElsewhere: silent,
        nextFrame: silent,
      },
    });
    version = '1.0';
    store.ask('Why?');
    expect(store.getState()).toMatchObject({ scope: { version }, exchanges: [{ scope: { version } }] });
    store.dispose();
  });

  test('a passage comes with "only this passage", and goes with it', () => {
    using opened = openStore();
    opened.store.attach(selection);
    expect(opened.store.getState().scope).toMatchObject({ selection, onlySelection: true });
    opened.store.setScope({ onlySelection: false });
    expect(opened.store.getState().scope).toMatchObject({ selection, onlySelection: false });
    opened.store.attach({ ...selection, text: 'Another.' });
    expect(opened.store.getState().scope.onlySelection).toBe(true);
    opened.store.detach();
    expect(opened.store.getState().scope).toMatchObject({ selection: undefined, onlySelection: false });
    opened.store.setScope({ onlySelection: true });
    expect(opened.store.getState().scope.onlySelection).toBe(false);
  });

  test('a section goes with its page', () => {
    using opened = openStore();
    const page = { url: '/a', title: 'A' };
    opened.store.setScope({ page, section: { id: 'b', title: 'B' } });
    expect(opened.store.getState().scope.section).toEqual({ id: 'b', title: 'B' });
    opened.store.setScope({ page: undefined });
    expect(opened.store.getState().scope.section).toBeUndefined();
  });

  test('what is sent is what stands beside the question', async () => {
    await using service = await openNativeService();
    using opened = openStore({ api: service.url });
    opened.store.attach(selection);
    opened.store.setScope({ onlySelection: false, page: { url: '/a', title: 'A' } });
    const { scope } = opened.store.getState();
    opened.store.ask('Why?');
    opened.store.detach();
    await opened.settled();
    expect(opened.store.getState().exchanges[0]?.scope).toEqual(scope);
    expect(service.asked[0]?.body).toEqual({
      query: 'Why?',
      selection: { text: 'A topic.', url: 'https://docs.test/a', section: 'topics', only: false },
      page: '/a',
      locale: 'en',
      version: '2.0',
    });
  });
});
