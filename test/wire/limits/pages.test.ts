import { describe, expect, it } from 'vitest';
import type { Boiling } from '../../cases/limits/output/types.js';
import { createRateLimitFixture, type RateLimitFixture } from './fixture.js';

const free = { limits: false } as const;

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function ids(items: readonly Boiling[]): readonly number[] {
  return items.map(({ id }) => id);
}

function targets({ requests }: RateLimitFixture): readonly string[] {
  return requests.map(({ target }) => target.replace('/api/boilings', ''));
}

describe('cursors in response headers', () => {
  it('lead from the newest to the oldest items, until a page is empty', async () => {
    const fixture = createRateLimitFixture(free);
    expect(ids(await all(fixture.client.boilings.list({ limit: 4 })))).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(targets(fixture)).toEqual([
      '?limit=4',
      '?after=6&limit=4',
      '?after=2&limit=4',
      '?after=1&limit=4',
    ]);
  });

  it('lead from page to page', async () => {
    const { client } = createRateLimitFixture(free);
    const pages = await all(client.boilings.list({ limit: 5 }).pages());
    expect(pages.map(ids)).toEqual([[9, 8, 7, 6, 5], [4, 3, 2, 1], []]);
  });

  it('are in the outcome of a page', async () => {
    const { client } = createRateLimitFixture(free);
    const outcome = await client.boilings.list.result({ limit: 2, after: '6' });
    expect(outcome).toMatchObject({
      value: [{ id: 5 }, { id: 4 }],
      headers: { 'KETTLE-AFTER': '4', 'KETTLE-BEFORE': '5' },
    });
  });

  it('lead backwards to newer pages', async () => {
    const fixture = createRateLimitFixture(free);
    const newer = await all(fixture.client.boilings.list({ before: '3', limit: 2 }).back().pages());
    expect(newer.map(ids)).toEqual([[5, 4], [7, 6], [9, 8], []]);
    expect(targets(fixture)).toEqual([
      '?before=3&limit=2',
      '?before=5&limit=2',
      '?before=7&limit=2',
      '?before=9&limit=2',
    ]);
  });

  it('lead to items added since, and can be reused', async () => {
    const { client, boilings } = createRateLimitFixture(free);
    expect(ids(await client.boilings.list({ limit: 1 }))).toEqual([9]);
    expect(await all(client.boilings.list({ before: '9' }).back())).toEqual([]);
    boilings.unshift({ id: 11 }, { id: 10 });
    expect(ids(await all(client.boilings.list({ before: '9' }).back()))).toEqual([11, 10]);
  });

  it('share the first page in both directions', async () => {
    const fixture = createRateLimitFixture(free);
    const list = fixture.client.boilings.list({ after: '5', limit: 2 });
    const [page] = await all(list.pages());
    expect(page).toEqual(await list);
    for await (const first of list.back().pages()) {
      expect(first).toBe(page);
      break;
    }
    expect(targets(fixture).filter((target) => target === '?after=5&limit=2')).toHaveLength(1);
  });

  it('reject a limit above the declared maximum', async () => {
    const { client } = createRateLimitFixture(free);
    expect(await client.boilings.list.result({ limit: 1001 })).toMatchObject({
      kind: 'failure',
      status: 400,
    });
  });
});
