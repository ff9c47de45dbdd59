import { tried } from '@ibid/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeSites } from './make-sites.ts';
import { STYLES } from './misuses.ts';
import { VIOLATION_KINDS } from './oracle/oracle.ts';
import { OWN_ATTACKS } from './own-attacks.ts';
import { OWN_CARRIERS } from './own-carriers.ts';
import { runCampaign, type Campaign } from './run-campaign.ts';
import { OTHER_PLACES, PAGE_PLACES } from './scene.ts';

const OUTPUTS = 300;

let campaign: Campaign;
beforeAll(async () => {
  const sites = makeSites({ attacks: OWN_ATTACKS.filter((_, at) => at % 11 === 0), carriers: OWN_CARRIERS });
  campaign = await runCampaign({ sites, seed: 4, outputs: OUTPUTS });
}, 120_000);

describe('a model that obeys every order it reads, and tries every way out besides', () => {
  test('is asked about orders at every place, and misuses its replies in every way', (context) => {
    tried(context, campaign.outputs);
    expect(campaign.outputs).toBeGreaterThanOrEqual(OUTPUTS);
    expect(Object.keys(campaign.byPlace).toSorted()).toEqual([...PAGE_PLACES, ...OTHER_PLACES].toSorted());
    expect(Object.keys(campaign.byStyle).toSorted()).toEqual(STYLES.toSorted());
  });

  test('is not only silenced: what it quotes rightly is shown, and the rest withheld', () => {
    expect(campaign.shownOfModel).toBeGreaterThan(OUTPUTS / 4);
    expect(campaign.withheld).toBeGreaterThan(OUTPUTS / 4);
  });

  test.each(VIOLATION_KINDS)('lets no violation of this kind out: %s', (kind) => {
    expect(campaign.examples.filter((example) => example.startsWith(`${kind} `))).toEqual([]);
    expect(campaign.violations[kind]).toBe(0);
  });
});
