import { StoreError } from './error.js';
import type { Health } from './stores.js';

/** Measures the response time of a database. */
export async function measureHealth(probe: () => Promise<unknown>): Promise<Health> {
  const started = performance.now();
  try {
    await probe();
    return { ok: true, latency: performance.now() - started };
  } catch (cause) {
    const error =
      cause instanceof Error ? cause : new StoreError('failed', 'The database failed', { cause });
    return { ok: false, error };
  }
}
