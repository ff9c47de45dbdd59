import type { Victim } from './open-victim.ts';

/** By the buttons of the panel, of which the second asks whether it is meant. */
export async function clearConversation({ panel }: Victim): Promise<void> {
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await panel.locator('.ibid-empty').waitFor();
}
