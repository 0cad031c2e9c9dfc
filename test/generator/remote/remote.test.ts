import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generate, inspect, lint, type PackageRequest } from '../../../generator/index.js';
import { renderDiagnostics } from '../../../generator/core/render-diagnostics.js';
import type { Host } from '../../../generator/core/host.js';
import { run } from '../cli/console.js';
import { connected, description, offline, openSite, redirect, text, type Site } from './site.js';

let site: Site;
let other: Site;
beforeEach(async () => {
  [site, other] = await Promise.all([openSite(), openSite()]);
});
afterEach(async () => {
  await Promise.all([site.close(), other.close()]);
});

const pet = 'Pet: { type: object, properties: { name: { type: string } } }\n';
const canary = 'secretCanary7f3a';

async function generateWith(
  host: Host,
  settings: Partial<PackageRequest> & { check?: boolean; updateRefs?: boolean } = {},
): Promise<{
  readonly ok: boolean;
  readonly diagnostics: string;
  readonly references: readonly string[];
}> {
  const allowRefs = [`${site.origin}/schemas/**`];
  const request = { documents: ['api.yaml'], out: 'out', allowRefs, ...settings };
  const { ok, diagnostics, references } = await generate(request, host);
  return { ok, diagnostics: renderDiagnostics(diagnostics), references };
}

function api(reference = '/schemas/pet.yaml#/Pet'): Record<string, string> {
  return { '/w/api.yaml': description(`${site.origin}${reference}`) };
}

const read = (host: Host, path: string): string => new TextDecoder().decode(host.read(path));
const copies = (host: Host): readonly string[] => host.list('/w/tallystick.refs') ?? [];

describe('remote document', () => {
  it('is fetched once, locked by its digest, and then read from its copy', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api());
    expect(await generateWith(host)).toEqual({
      ok: true,
      diagnostics: '',
      references: [
        expect.stringMatching(/^tallystick\.refs\/[0-9a-f]{8}-127-0-0-1-\d+-schemas-pet\.yaml$/),
        'tallystick.refs.json',
      ],
    });
    expect(read(host, '/w/out/types.ts')).toContain('readonly name?: string;');
    expect(JSON.parse(read(host, '/w/tallystick.refs.json'))).toEqual({
      [`${site.origin}/schemas/pet.yaml`]: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(site.requests).toHaveLength(1);
    site.pages.set('/schemas/pet.yaml', text('Pet: { type: integer }\n'));
    const alone = offline(host);
    expect(await generateWith(alone, { check: true })).toMatchObject({ ok: true, diagnostics: '' });
    const elsewhere = await generateWith(alone, { out: 'again' });
    expect(elsewhere).toEqual({ ok: true, diagnostics: '', references: [] });
    expect(read(host, '/w/again/types.ts')).toBe(read(host, '/w/out/types.ts'));
    expect(site.requests).toHaveLength(1);
  });

  it('may refer to documents beside it, but not to files of the description', async () => {
    site.pages.set('/schemas/pet.yaml', text("Pet: { $ref: 'deep/name.json#/$defs/name' }\n"));
    site.pages.set('/schemas/deep/name.json', text('{"$defs":{"name":{"enum":["Rex"]}}}'));
    const host = connected(api());
    expect(await generateWith(host)).toMatchObject({ ok: true, diagnostics: '' });
    expect(read(host, '/w/out/types.ts')).toContain("'Rex'");
    expect(copies(host)).toHaveLength(2);
    site.pages.set('/schemas/pet.yaml', text("Pet: { $ref: 'file:///w/api.yaml' }\n"));
    const { diagnostics } = await generateWith(connected(api()));
    expect(diagnostics).toContain(
      `${site.origin}/schemas/pet.yaml:1:14: error: "file:///w/api.yaml" is refused`,
    );
  });

  it('is shown by its URL in diagnostics, and not stored if invalid', async () => {
    site.pages.set('/schemas/pet.yaml', text('Pet:\n  type: strin\n'));
    const host = connected(api());
    const { ok, diagnostics } = await generateWith(host);
    expect(ok).toBe(false);
    expect(diagnostics).toContain(`${site.origin}/schemas/pet.yaml:2:9: error: `);
    expect(host.read('/w/tallystick.refs.json')).toBeUndefined();
    expect(copies(host)).toEqual([]);
  });

  it('is fetched by generate only', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api());
    const allowRefs = [`${site.origin}/**`];
    const codes = [
      ...(await generate({ documents: ['api.yaml'], out: 'out', allowRefs, check: true }, host))
        .diagnostics,
      ...(await lint({ documents: ['api.yaml'], allowRefs }, host)),
      ...(await inspect('model', { documents: ['api.yaml'], allowRefs }, host)).diagnostics,
    ].map(({ code }) => code);
    expect(codes).toEqual(['unlocked-reference', 'unlocked-reference', 'unlocked-reference']);
    expect(site.requests).toEqual([]);
    await generateWith(host);
    expect(await lint({ documents: ['api.yaml'], allowRefs }, offline(host))).toEqual([]);
  });
});

describe('lock file', () => {
  it('rejects changed documents, and accepts them with --update-refs', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api());
    await generateWith(host);
    for (const name of copies(host)) host.remove(`/w/tallystick.refs/${name}`);
    expect(await generateWith(host, { out: 'again' })).toMatchObject({ ok: true });
    expect(copies(host)).toHaveLength(1);
    for (const name of copies(host)) host.remove(`/w/tallystick.refs/${name}`);
    site.pages.set('/schemas/pet.yaml', text('Pet: { type: integer }\n'));
    const refused = await generateWith(host, { out: 'third' });
    expect(refused.ok).toBe(false);
    expect(refused.diagnostics).toContain(
      'does not have the digest that "tallystick.refs.json" contains [changed-reference]',
    );
    expect(refused.diagnostics).toContain('accept it: tallystick generate --update-refs');
    expect(await generateWith(host, { updateRefs: true })).toMatchObject({
      ok: true,
      diagnostics: '',
    });
    expect(read(host, '/w/out/types.ts')).toContain('export type Pet = number;');
    expect(await generateWith(offline(host), { out: 'fourth' })).toMatchObject({ ok: true });
  });

  it('detects an edited copy, but ignores line breaks', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api());
    await generateWith(host);
    const copy = `/w/tallystick.refs/${copies(host)[0]}`;
    host.write(copy, new TextEncoder().encode(pet.replaceAll('\n', '\r\n')));
    expect(await generateWith(offline(host), { out: 'again' })).toMatchObject({ ok: true });
    host.write(copy, new TextEncoder().encode(`${pet}# ${canary}\n`));
    const { diagnostics } = await generateWith(offline(host), { out: 'third' });
    expect(diagnostics).toContain('[changed-reference]');
    expect(diagnostics).not.toContain(canary);
  });

  it('is rejected if invalid, for example with merge markers', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected({ ...api(), '/w/tallystick.refs.json': '<<<<<<< ours\n{}\n' });
    const { diagnostics } = await generateWith(host);
    expect(diagnostics).toContain('"tallystick.refs.json" is not a lock');
    expect(site.requests).toEqual([]);
  });
});

describe('URL', () => {
  it.each<[what: string, reference: string, code: string]>([
    ['is not allowed', '/other/pet.yaml#/Pet', 'forbidden-reference'],
    ['hides its path', '/schemas/..%2Fother/pet.yaml#/Pet', 'forbidden-reference'],
    ['leaves the allowed folder', '/schemas/../other/pet.yaml#/Pet', 'forbidden-reference'],
    ['does not exist', '/schemas/none.yaml#/Pet', 'unreachable-reference'],
  ])('is rejected if it %s', async (_what, reference, code) => {
    site.pages.set('/other/pet.yaml', text(`Pet: { const: ${canary} }\n`));
    const { ok, diagnostics } = await generateWith(connected(api(reference)));
    expect(ok).toBe(false);
    expect(diagnostics).toContain(`[${code}]`);
    expect(site.requests.filter(({ url }) => url.startsWith('/other'))).toEqual([]);
  });

  it('is rejected if it contains a password, and matches patterns of its own host only', async () => {
    const host = connected({
      '/w/api.yaml': description(`http://acme:${canary}@127.0.0.1:${site.port}/schemas/pet.yaml`),
    });
    expect((await generateWith(host)).diagnostics).toContain(
      'it contains a user name or a password',
    );
    for (const allowed of [`http://*.acme.example:${site.port}`, 'http://**acme.example/**']) {
      const stray = connected({
        '/w/api.yaml': description(`${site.origin}/x.acme.example:${site.port}/pet.yaml`),
      });
      expect((await generateWith(stray, { allowRefs: [allowed] })).diagnostics).toContain(
        '[forbidden-reference]',
      );
    }
    expect(site.requests).toEqual([]);
  });

  it('may redirect to allowed URLs only', async () => {
    site.pages.set('/schemas/pet.yaml', redirect('/schemas/v2/pet.yaml'));
    site.pages.set('/schemas/v2/pet.yaml', text(pet));
    expect(await generateWith(connected(api()))).toMatchObject({ ok: true });
    other.pages.set('/pet.yaml', text(pet));
    for (const target of [
      `${other.origin}/pet.yaml?token=${canary}`,
      '/other/pet.yaml',
      'file:///etc/passwd',
      `http://a:b@127.0.0.1:${site.port}/schemas/v2/pet.yaml`,
    ]) {
      site.pages.set('/schemas/pet.yaml', redirect(target));
      const { ok, diagnostics } = await generateWith(connected(api()));
      expect(ok).toBe(false);
      expect(diagnostics).toMatch(/it leads on to .*\[unreachable-reference\]/);
      expect(diagnostics).not.toContain(canary);
    }
    expect(other.requests).toEqual([]);
    site.pages.set('/schemas/pet.yaml', redirect('/schemas/pet.yaml'));
    expect((await generateWith(connected(api()))).diagnostics).toContain(
      'it leads on more than 5 times',
    );
  });

  it('of this machine must be allowed as such', async () => {
    const name = 'schemas.acme.example';
    const reference = `http://${name}:${site.port}/schemas/pet.yaml#/Pet`;
    const seen: string[] = [];
    const host = connected({ '/w/api.yaml': description(reference) });
    const watching: Host = {
      ...host,
      get: (request) => {
        seen.push(request.scope);
        return Promise.resolve({ ok: false, why: 'this is a test' });
      },
    };
    await generateWith(watching, { allowRefs: [`http://${name}:${site.port}/**`] });
    await generateWith(watching, { allowRefs: [`http://*.acme.example:${site.port}/**`] });
    expect(seen).toEqual(['private', 'public']);
    const get = host.get?.bind(host);
    for (const [hostName, reach, ok] of [
      ['127.0.0.1', 'public', false],
      ['127.0.0.1', 'private', false],
      ['2130706433', 'private', false],
      ['localhost', 'private', false],
      ['127.0.0.1', 'any', true],
      ['localhost', 'any', true],
    ] as const) {
      const answer = await get?.({
        url: `http://${hostName}:${site.port}/x`,
        headers: {},
        scope: reach,
        maximumBytes: 100,
        milliseconds: 5000,
      });
      expect(answer?.ok, `${hostName} ${reach}`).toBe(ok);
    }
  });

  it.each<[what: string, page: () => string, why: string]>([
    ['is too long', () => 'x'.repeat(101), 'longer than 100 bytes'],
    ['is compressed', () => '', 'compressed'],
  ])('is abandoned if its response %s', async (what, body, why) => {
    site.pages.set('/x', (_request, response) => {
      response.writeHead(200, what === 'is compressed' ? { 'content-encoding': 'gzip' } : {});
      response.end(body());
    });
    const answer = await connected({}).get?.({
      url: `${site.origin}/x`,
      headers: {},
      scope: 'any',
      maximumBytes: 100,
      milliseconds: 5000,
    });
    expect(answer).toEqual({ ok: false, why: expect.stringContaining(why) });
  });

  it('is abandoned after a time limit', async () => {
    site.pages.set('/x', () => {});
    const request = {
      url: `${site.origin}/x`,
      headers: {},
      scope: 'any',
      maximumBytes: 100,
    } as const;
    expect(await connected({}).get?.({ ...request, milliseconds: 50 })).toEqual({
      ok: false,
      why: 'it takes too long to answer',
    });
  });
});

describe('credential', () => {
  const secrets = { SCHEMAS: `Bearer ${canary}` };

  it('is sent to its own origin only', async () => {
    site.pages.set('/schemas/pet.yaml', redirect(`${other.origin}/pet.yaml`));
    other.pages.set('/pet.yaml', text(pet));
    const host = connected(api(), secrets);
    const result = await generateWith(host, {
      allowRefs: [`${site.origin}/**`, `${other.origin}/**`],
      refCredentials: { [site.origin]: 'SCHEMAS' },
    });
    expect(result).toMatchObject({ ok: true, diagnostics: '' });
    expect(site.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${canary}`]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect([...host.files().values()].join('\n')).not.toContain(canary);
  });

  it('stops the run before any request if its variable is not set', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const { diagnostics } = await generateWith(connected(api()), {
      refCredentials: { [site.origin]: 'SCHEMAS' },
    });
    expect(diagnostics).toContain('the variable "SCHEMAS" with its credential is not set');
    expect(site.requests).toEqual([]);
  });

  it('is passed on the command line by the name of its variable', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const host = connected(api(), secrets);
    const line = ['generate', 'api.yaml', '--out', 'out', '--allow-ref', `${site.origin}/**`];
    const good = await run([...line, '--ref-credential', `${site.origin}=SCHEMAS`], host);
    expect(good.code).toBe(0);
    expect(good.out).toContain('  + tallystick.refs.json\n');
    expect(site.requests[0]?.headers.authorization).toBe(`Bearer ${canary}`);
    for (const wrong of [
      'http://schemas.acme.example=A',
      `${site.origin}/schemas=A`,
      'A',
      canary,
    ]) {
      const { code, error } = await run([...line, '--ref-credential', wrong], host);
      expect(code).toBe(2);
      expect(error).toContain('--ref-credential requires an origin and a variable');
    }
  });

  it('is passed in the config file by the name of its variable', async () => {
    site.pages.set('/schemas/pet.yaml', text(pet));
    const config = `packages:
  - documents: [api.yaml]
    out: out
    allowRefs: ['${site.origin}/**']
    refCredentials: { '${site.origin}': SCHEMAS }
`;
    const host = connected({ ...api(), '/w/tallystick.yaml': config }, secrets);
    expect((await run(['generate'], host)).code).toBe(0);
    expect(site.requests[0]?.headers.authorization).toBe(`Bearer ${canary}`);
    const wrong = config.replace(`'${site.origin}': SCHEMAS`, 'schemas.acme.example: SCHEMAS');
    const { error } = await run(['generate'], connected({ ...api(), '/w/tallystick.yaml': wrong }));
    expect(error).toContain(
      'tallystick.yaml:5:23: error: "schemas.acme.example" is not the origin',
    );
  });
});
