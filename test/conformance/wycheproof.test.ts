import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodeBase64 } from '../../runtime/core/base64.js';
import { parseCompact } from '../../runtime/auth/jwt/compact.js';
import { checkForm, checkSignature } from '../../runtime/auth/jwt/signature.js';
import {
  verificationKey,
  type JwtKey,
  type JwtPublicJwk,
} from '../../runtime/auth/jwt/verification-key.js';
import { hmacDigest } from '../../runtime/auth/hmac/index.js';
import { encodeHex } from '../../runtime/core/hex.js';
import { sharedPath } from '../shared.js';

interface Suite {
  readonly testGroups: readonly Group[];
}

interface Group {
  readonly comment?: string;
  /** SPKI, in hexadecimal. */
  readonly publicKeyDer?: string;
  readonly public?: JwtPublicJwk & { readonly alg?: string };
  readonly private?: JwtPublicJwk & { readonly alg?: string };
  readonly tagSize?: number;
  readonly tests: readonly Vector[];
}

interface Vector {
  readonly tcId: number;
  readonly comment: string;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  readonly jws?: string;
  readonly msg?: string;
  readonly sig?: string;
  readonly key?: string;
  readonly tag?: string;
}

function suite(name: string): Suite | undefined {
  const path = sharedPath('suites', 'wycheproof', 'testvectors_v1', `${name}_test.json`);
  return path === undefined ? undefined : (JSON.parse(readFileSync(path, 'utf8')) as Suite);
}

const jws = suite('json_web_signature');
const reason = 'the suite lies in a folder of its own (TALLYSTICK_SHARED)';

async function outcome(run: () => unknown): Promise<'valid' | 'invalid'> {
  try {
    await run();
    return 'valid';
  } catch {
    return 'invalid';
  }
}

/** Checks of the verifier before it reads claims. */
async function accepts(key: JwtKey, text: string): Promise<void> {
  const token = parseCompact(text, 100_000);
  const { algorithm, key: ready } = await verificationKey(key);
  if (token.header['alg'] !== algorithm) throw new Error('another algorithm');
  await checkSignature(token, algorithm, ready);
}

/** Counts that a suite must have, so that an empty one does not pass. */
function check(results: readonly (readonly [Vector, string])[], most: number): void {
  expect(results.length).toBeGreaterThanOrEqual(most);
  const wrong = results.filter(([{ result }, found]) => result !== found);
  expect(wrong.map(([{ tcId, comment, result }]) => `${tcId} ${comment}: is ${result}`)).toEqual(
    [],
  );
}

describe.skipIf(jws === undefined)(`token signatures (${reason})`, () => {
  const groups = jws?.testGroups ?? [];
  const keyOf = (group: Group): JwtKey => ({ key: group.private ?? group.public ?? {} });
  const isP256 = (group: Group): boolean => keyOfCurve(group) === 'P-256';
  const keyOfCurve = (group: Group): string | undefined => (group.private ?? group.public)?.crv;

  test('of ES256 are accepted if valid and rejected otherwise', async () => {
    const results: [Vector, string][] = [];
    for (const group of groups.filter(isP256)) {
      for (const vector of group.tests) {
        results.push([vector, await outcome(() => accepts(keyOf(group), vector.jws ?? ''))]);
      }
    }
    expect(results.some(([{ result }]) => result === 'valid')).toBe(true);
    check(results, 40);
  });

  test('of other algorithms are rejected', async () => {
    const others = groups.filter((group) => !isP256(group));
    expect(others.length).toBeGreaterThan(5);
    for (const group of others) {
      for (const vector of group.tests) {
        const found = await outcome(() => accepts(keyOf(group), vector.jws ?? ''));
        expect(`${vector.tcId} ${found}`).toBe(`${vector.tcId} invalid`);
      }
    }
  });
});

describe.skipIf(jws === undefined)(`raw signatures (${reason})`, () => {
  test.each([
    ['ecdsa_secp256r1_sha256_p1363', 'ES256', 262],
    ['ed25519', 'EdDSA', 151],
  ] as const)(
    'of %s are accepted if valid and rejected otherwise',
    async (name, algorithm, count) => {
      const results: [Vector, string][] = [];
      for (const group of suite(name)?.testGroups ?? []) {
        const { key } = await verificationKey({
          key: encodeBase64(fromHex(group.publicKeyDer)),
          algorithm,
        });
        const parameters =
          algorithm === 'ES256' ? { name: 'ECDSA', hash: 'SHA-256' } : { name: 'Ed25519' };
        for (const vector of group.tests) {
          const signature = fromHex(vector.sig);
          const found = await outcome(async () => {
            checkForm(signature, algorithm);
            if (!(await crypto.subtle.verify(parameters, key, signature, fromHex(vector.msg))))
              throw new Error('wrong');
          });
          results.push([vector, found]);
        }
      }
      check(results, count);
    },
  );
});

describe.skipIf(jws === undefined)(`HMAC with SHA-256 (${reason})`, () => {
  test('accepts valid digests only', async () => {
    const results: [Vector, string][] = [];
    for (const group of suite('hmac_sha256')?.testGroups ?? []) {
      for (const vector of group.tests) {
        const digest = encodeHex(await hmacDigest(fromHex(vector.key), fromHex(vector.msg)));
        results.push([
          vector,
          digest.slice(0, (group.tagSize ?? 256) / 4) === vector.tag ? 'valid' : 'invalid',
        ]);
      }
    }
    check(results, 174);
  });
});

function fromHex(text: string | undefined): Uint8Array {
  return Uint8Array.from(Buffer.from(text ?? '', 'hex'));
}
