import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../../generator/core/render-diagnostics.js';
import type { NetworkResponse } from '../../../generator/core/network.js';
import { generate, type Host } from '../../../generator/index.js';
import { createGet } from '../../../generator/host/network.js';
import { fetchDocument } from '../../../generator/remote/fetch-document.js';
import { connected, description, offline, openSite, text, type Site } from './scene.js';

const get = createGet({});

let site: Site;
beforeEach(async () => {
  site = await openSite();
});
afterEach(() => site.close());

const canary = 'secretCanary7f3a';
const pet = 'Pet: { type: object, properties: { name: { type: string } } }\n';

function api(reference = '/schemas/pet.yaml#/Pet'): Record<string, string> {
  return {
    '/w/api.yaml': description(`${site.origin}${reference}`),
    '/w/secret.yaml': `Secret: { type: string, const: ${canary} }\n`,
  };
}

async function saidOf(
  host: Host,
  settings: { readonly refCredentials?: { readonly [origin: string]: string } } = {},
): Promise<string> {
  const allowRefs = [`${site.origin}/schemas/**`];
  const request = { documents: ['api.yaml'], out: 'out', allowRefs, ...settings };
  const { ok, diagnostics } = await generate(request, host);
  expect(ok).toBe(false);
  const said = renderDiagnostics(diagnostics);
  expect(said).not.toContain(canary);
  expect(host.read('/w/out/types.ts')).toBeUndefined();
  return said;
}

describe('a document of the network', () => {
  it.each([
    ['by a base', "Pet: { $id: 'file:///w/', $ref: 'secret.yaml#/Secret' }\n"],
    [
      'by a base of its own root',
      "$id: 'file:///w/x.yaml'\nPet: { $ref: 'secret.yaml#/Secret' }\n",
    ],
    ['by a path', "Pet: { $ref: '/w/secret.yaml#/Secret' }\n"],
    ['by leaving its folder', "Pet: { $ref: '../../w/secret.yaml#/Secret' }\n"],
    ['by a URL', "Pet: { $ref: 'FILE:///w/secret.yaml#/Secret' }\n"],
    ['by another scheme', "Pet: { $ref: 'data:application/json,{}' }\n"],
  ])('does not reach a file of the description %s', async (_how, page) => {
    site.pages.set('/schemas/pet.yaml', text(page));
    const host = connected(api());
    // A base that leads out is told where it stands, and the reference that starts from it beside it.
    expect(await saidOf(host)).toMatch(
      / error: .*(?:\[forbidden-reference\]|\[remote-base\][^]* is refused: a remote document cannot refer to a file)/,
    );
    expect(site.asked.map(({ url }) => url)).toEqual(['/schemas/pet.yaml']);
  });

  it('that is a page of a login, or no text, is no description of anything', async () => {
    site.pages.set('/schemas/pet.yaml', text('<html><body>Log in</body></html>'));
    expect(await saidOf(connected(api()))).toContain('is a page of HTML');
    site.pages.set('/schemas/pet.yaml', (_request, response) =>
      response.end(Buffer.from([0x50, 0xff, 0xfe])),
    );
    expect(await saidOf(connected(api()))).toContain('[invalid-encoding]');
  });

  it('that leads to one after the other is not followed forever', async () => {
    const host: Host = {
      ...connected(api('/schemas/0.yaml#/Pet')),
      get: ({ url }) => {
        const next = Number(/(\d+)\.yaml$/.exec(url)?.[1] ?? 0) + 1;
        const page = `Pet: { properties: { next: { $ref: '${next}.yaml#/Pet' } } }\n`;
        return Promise.resolve({ ok: true, status: 200, bytes: new TextEncoder().encode(page) });
      },
    };
    expect(await saidOf(host)).toContain('more than 50 documents lead on from one to the next');
  });
});

describe('an answer', () => {
  const request = { headers: {}, scope: 'any', maximumBytes: 1000, milliseconds: 5000 } as const;
  const answerOf = (over: { readonly milliseconds?: number } = {}): Promise<NetworkResponse> =>
    get({ ...request, ...over, url: `${site.origin}/x` });

  it('that comes drop by drop is given up in time', async () => {
    site.pages.set('/x', (_request, response) => {
      const drops = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(drops));
    });
    expect(await answerOf({ milliseconds: 60 })).toEqual({
      ok: false,
      why: 'it takes too long to answer',
    });
  });

  it('that has no end is given up when it is long', async () => {
    let sent = 0;
    site.pages.set('/x', (_request, response) => {
      const more = (): void => {
        sent += 100;
        if (!response.destroyed) response.write('x'.repeat(100), more);
      };
      more();
    });
    expect(await answerOf()).toEqual({ ok: false, why: 'its answer is longer than 1000 bytes' });
    expect(sent).toBeLessThan(10_000_000);
  });

  it('that breaks off is none', async () => {
    site.pages.set('/x', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('Pet: {}\n', () => response.destroy());
    });
    expect(await answerOf()).toMatchObject({ ok: false });
  });
});

describe('a redirect', () => {
  it('never leads from a secure address to an open one', async () => {
    const asked: string[] = [];
    const fetched = await fetchDocument('https://schemas.acme.example/pet.yaml', {
      get: ({ url }) => {
        asked.push(url);
        const location = 'http://schemas.acme.example/pet.yaml';
        return Promise.resolve({ ok: true, status: 302, location, bytes: new Uint8Array() });
      },
      scopeOf: () => 'private',
      credential: () => `Bearer ${canary}`,
    });
    expect(fetched).toEqual({
      ok: false,
      why: 'it leads on to an address that nobody can go to',
    });
    expect(asked).toEqual(['https://schemas.acme.example/pet.yaml']);
  });
});

describe('a credential', () => {
  it('that no header can carry is not sent, and not told', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api(), { SCHEMAS: `Bearer ${canary}\r\nx-other: 1` });
    const said = await saidOf(host, { refCredentials: { [site.origin]: 'SCHEMAS' } });
    expect(said).toContain('[unreachable-reference]');
    expect(site.asked).toEqual([]);
  });
});

describe('a lock that somebody has tampered with', () => {
  const locked = (lock: object): Host =>
    connected({ ...api(), '/w/tallystick.refs.json': JSON.stringify(lock) });

  it.each<[what: string, lock: () => object]>([
    [
      'has another digest',
      () => ({ [`${site.origin}/schemas/pet.yaml`]: `sha256:${'0'.repeat(64)}` }),
    ],
    ['has a digest of another kind', () => ({ [`${site.origin}/schemas/pet.yaml`]: 'md5:00' })],
    ['is a list', () => []],
  ])('and that %s stops the run', async (_what, lock) => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    expect(await saidOf(locked(lock()))).toContain('[changed-reference]');
  });

  it('allows nothing: what it holds is read only where a name allows it', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api());
    const request = { documents: ['api.yaml'], out: 'out' };
    const allowRefs = [`${site.origin}/schemas/**`];
    expect((await generate({ ...request, allowRefs }, host)).ok).toBe(true);
    const { ok, diagnostics } = await generate({ ...request, out: 'other' }, offline(host));
    expect(ok).toBe(false);
    expect(diagnostics.map(({ code }) => code)).toEqual(['forbidden-reference']);
  });
});
