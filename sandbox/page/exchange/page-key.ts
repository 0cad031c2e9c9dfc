import { control } from '../control.js';

/** A key of a profile, with what is signed with it. */
export interface PageKey {
  readonly name: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Label of the keys that the page creates. */
const label = 'Sandbox page';

/** Number of keys of the page that a profile keeps: one for each open window. */
const kept = 10;

/**
 * The key with which the page acts for a profile, as any client does. It is created when it is first needed, and kept by the window until
 * it is closed. The oldest keys of former windows are revoked.
 */
export async function pageKey(profileId: string): Promise<PageKey> {
  const { exchange } = control;
  const present = (await exchange.listKeys(profileId)).filter((key) => key.label === label);
  const known = storedKey(profileId);
  if (known !== undefined && present.some(({ name }) => name === known.name)) return known;
  const old = present.slice(0, Math.max(0, present.length - kept + 1));
  for (const { name } of old) await exchange.revokeKey(profileId, name);
  const permissions = ['view', 'trade'] as const;
  const { name, secret, passphrase } = await exchange.createKey(profileId, { label, permissions });
  const key = { name, secret, passphrase };
  sessionStorage.setItem(itemOf(profileId), JSON.stringify(key));
  return key;
}

function storedKey(profileId: string): PageKey | undefined {
  const text = sessionStorage.getItem(itemOf(profileId));
  return text === null ? undefined : (JSON.parse(text) as PageKey);
}

function itemOf(profileId: string): string {
  return `exchange key of ${profileId}`;
}
