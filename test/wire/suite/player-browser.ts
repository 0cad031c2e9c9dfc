import { playClient } from './player.js';

/** Plays the client half in a page, and leaves the outcomes at the stage that the page came from. */
const { origin } = new URL(import.meta.url);
const result = await playClient(origin).catch((error: unknown) => `failed: ${String(error)}`);
await fetch(`${origin}/outcomes`, { method: 'POST', body: result });
