import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { createSigner } from 'fast-jwt';
import { SignJWT } from 'jose';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const uri = 'GET api.example.com/platform/v2/policy-engine/policies/a';
const variables = { issuer: 'vault' };

/** CPU time of the process, including threads, for an ES256 token of the platform with an imported key. */
export async function benchmarkSign({ quick }) {
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const key = createPrivateKey(pem);
  const ours = await ourToken(pem);
  const request = {
    method: 'GET',
    scheme: 'https',
    authority: 'api.example.com',
    target: '/platform/v2/policy-engine/policies/a',
    headers: [],
    body: undefined,
  };
  const text = Buffer.from((await ours(request)).split('.').slice(0, 2).join('.'));
  const claims = () => {
    const now = Math.floor(Date.now() / 1000);
    return { sub: 'key', iss: 'vault', nbf: now, exp: now + 120, uris: [uri] };
  };
  const nonce = () => randomBytes(16).toString('hex');
  // fast-jwt cannot set a nonce in the header of each token, and does not have to.
  const fastJwt = createSigner({ key: pem, algorithm: 'ES256', kid: 'key', noTimestamp: true });
  const ways = {
    tallystick: () => ours(request),
    'crypto.sign alone': () => sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }),
    'fast-jwt': () => fastJwt(claims()),
    'jose (SignJWT)': () =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'ES256', kid: 'key', typ: 'JWT', nonce: nonce() })
        .sign(key),
  };
  const rounds = quick ? 1 : 300;
  const count = quick ? 20 : 50;
  const best = Object.keys(ways).map(() => ({ cpu: Infinity, wall: Infinity }));
  for (let round = 0; round < rounds; round++)
    for (const [at, way] of Object.values(ways).entries()) {
      const { cpu, wall } = await costOf(way, count);
      best[at] = { cpu: Math.min(best[at].cpu, cpu), wall: Math.min(best[at].wall, wall) };
    }
  const rows = (figure) =>
    Object.keys(ways).map((name, at) => ({ name, figure: best[at][figure] }));
  printTable('a token by ES256, key imported', 'µs of CPU', rows('cpu'));
  printTable('a token by ES256, key imported', 'µs until it is there', rows('wall'));
  printAim(
    'a token relative to crypto.sign alone',
    best[0].cpu / best[1].cpu,
    1.4,
    'times its CPU',
  );
}

async function costOf(way, count) {
  const started = performance.now();
  const before = process.cpuUsage();
  for (let index = 0; index < count; index++) await way();
  const { user, system } = process.cpuUsage(before);
  return {
    cpu: (user + system) / count,
    wall: ((performance.now() - started) * 1000) / count,
  };
}

/** Tokens of the platform, created by its generated code. */
async function ourToken(secret) {
  const outfile = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'sign.mjs');
  const contents = `
    import { jwtCredential } from '${root}/runtime/auth/jwt/index.ts';
    import { bearerScheme } from '${root}/generated/platform/src/description.ts';
    export { jwtCredential, bearerScheme };`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
  });
  const { jwtCredential, bearerScheme } = await import(pathToFileURL(outfile));
  const credential = jwtCredential(bearerScheme, { keyName: 'key', keySecret: secret });
  return (request) => credential.token(request, { variables });
}
