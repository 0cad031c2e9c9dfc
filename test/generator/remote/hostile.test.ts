import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../../generator/core/render-diagnostics.js';
import type { NetworkResponse } from '../../../generator/core/host.js';
import { generate, type Host } from '../../../generator/index.js';
import { createGet } from '../../../generator/host/network.js';
import { fetchDocument } from '../../../generator/remote/fetch-document.js';
import { connected, description, offline, openSite, text, type Site } from './site.js';

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
  const rendered = renderDiagnostics(diagnostics);
  expect(rendered).not.toContain(canary);
  expect(host.read('/w/out/types.ts')).toBeUndefined();
  return rendered;
}

describe('hostile remote document', () => {
  it.each([
    ['with $id', "Pet: { $id: 'file:///w/', $ref: 'secret.yaml#/Secret' }\n"],
    ['with $id at its root', "$id: 'file:///w/x.yaml'\nPet: { $ref: 'secret.yaml#/Secret' }\n"],
    ['with an absolute path', "Pet: { $ref: '/w/secret.yaml#/Secret' }\n"],
    ['with a relative path', "Pet: { $ref: '../../w/secret.yaml#/Secret' }\n"],
    ['with a file URL', "Pet: { $ref: 'FILE:///w/secret.yaml#/Secret' }\n"],
    ['with another scheme', "Pet: { $ref: 'data:application/json,{}' }\n"],
  ])('cannot reach a file of the description %s', async (_how, page) => {
    site.pages.set('/schemas/pet.yaml', text(page));
    const host = connected(api());
    // A base outside is reported at its position, and the reference that uses it beside it.
    expect(await saidOf(host)).toMatch(
      / error: .*(?:\[forbidden-reference\]|\[remote-base\][^]* is refused: a remote document cannot refer to a file)/,
    );
    expect(site.requests.map(({ url }) => url)).toEqual(['/schemas/pet.yaml']);
  });

  it('is rejected if it is an HTML page or not text', async () => {
    site.pages.set('/schemas/pet.yaml', text('<html><body>Log in</body></html>'));
    expect(await saidOf(connected(api()))).toContain('is a page of HTML');
    site.pages.set('/schemas/pet.yaml', (_request, response) =>
      response.end(Buffer.from([0x50, 0xff, 0xfe])),
    );
    expect(await saidOf(connected(api()))).toContain('[invalid-encoding]');
  });

  it('is not followed through an endless chain of references', async () => {
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

describe('response', () => {
  const request = { headers: {}, scope: 'any', maximumBytes: 1000, milliseconds: 5000 } as const;
  const answerOf = (over: { readonly milliseconds?: number } = {}): Promise<NetworkResponse> =>
    get({ ...request, ...over, url: `${site.origin}/x` });

  it('is abandoned after a time limit', async () => {
    site.pages.set('/x', (_request, response) => {
      const drops = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(drops));
    });
    expect(await answerOf({ milliseconds: 60 })).toEqual({
      ok: false,
      why: 'it takes too long to answer',
    });
  });

  it('is abandoned after a size limit', async () => {
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

  it('is rejected if it breaks off', async () => {
    site.pages.set('/x', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('Pet: {}\n', () => response.destroy());
    });
    expect(await answerOf()).toMatchObject({ ok: false });
  });
});

describe('redirect', () => {
  it('never leads from https to http', async () => {
    const requests: string[] = [];
    const fetched = await fetchDocument('https://schemas.acme.example/pet.yaml', {
      get: ({ url }) => {
        requests.push(url);
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
    expect(requests).toEqual(['https://schemas.acme.example/pet.yaml']);
  });
});

describe('credential', () => {
  it('is neither sent nor shown if it is not a valid header', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api(), { SCHEMAS: `Bearer ${canary}\r\nx-other: 1` });
    const rendered = await saidOf(host, { refCredentials: { [site.origin]: 'SCHEMAS' } });
    expect(rendered).toContain('[unreachable-reference]');
    expect(site.requests).toEqual([]);
  });
});

describe('lock file that was tampered with', () => {
  const locked = (lock: object): Host =>
    connected({ ...api(), '/w/tallystick.refs.json': JSON.stringify(lock) });

  it.each<[what: string, lock: () => object]>([
    [
      'has another digest',
      () => ({ [`${site.origin}/schemas/pet.yaml`]: `sha256:${'0'.repeat(64)}` }),
    ],
    ['has a digest of another kind', () => ({ [`${site.origin}/schemas/pet.yaml`]: 'md5:00' })],
    ['is a list', () => []],
  ])('is rejected if it %s', async (_what, lock) => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    expect(await saidOf(locked(lock()))).toContain('[changed-reference]');
  });

  it('does not allow its documents by itself', async () => {
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
