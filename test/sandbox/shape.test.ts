import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as exchange from '@platform/exchange';
import * as platform from '@platform/platform';
import { limits as rpcLimits } from '@platform/rpc';
import { describe, expect, test } from 'vitest';
import { World } from './world.js';

const files = readdirSync('sandbox', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/^(?:dist|node_modules)\//.test(file));
const sources: readonly (readonly [file: string, text: string])[] = files.map((file) => [
  file,
  readFileSync(join('sandbox', file), 'utf8'),
]);

/** A manifest: the members that these tests read. */
interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** Specifiers of everything that a module imports. */
function importsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
}

describe('the shape of the sandbox', () => {
  test('shape-1: it is a workspace with a program, and is started from the root', () => {
    expect(manifest('sandbox')).toMatchObject({
      name: '@platform/sandbox',
      bin: { 'platform-sandbox': './dist/platform-sandbox.js' },
    });
    expect(manifest('.')).toMatchObject({
      workspaces: expect.arrayContaining(['sandbox']),
      scripts: { sandbox: 'node scripts/sandbox.js' },
    });
  });

  test('shape-1: of the repository it uses the generated packages and public subpaths of the runtime', () => {
    const subpaths = Object.keys(manifest('runtime').exports ?? {});
    const found = new Set<string>();
    for (const [file, text] of sources)
      for (const name of importsOf(text)) {
        if (name.startsWith('.')) {
          const target = join('sandbox', file, '..', name).replaceAll('\\', '/');
          expect([file, target]).toEqual([file, expect.stringMatching(/^sandbox\//)]);
        } else if (name.startsWith('@tallystick/')) {
          found.add(name);
          const subpath = name.replace('@tallystick/runtime', '.');
          expect([file, subpaths]).toEqual([file, expect.arrayContaining([subpath])]);
        }
      }
    expect(found.size).toBeGreaterThan(3);
  });

  test('shape-3: what the table of transitions does not allow is an error of the engine, not a refusal', () => {
    const world = new World();
    const { address: signer } = world.ok('accounts.create-evm', { project: 'p' });
    const { address } = world.ok('accounts.create-smart', { project: 'p', owners: [signer] });
    const calls = [{ to: signer, value: '0', data: '0x' }];
    const { hash } = world.ok('userOperations.prepare', {
      project: 'p',
      address,
      network: 'base',
      calls,
    });
    const before = world.engine.encode();
    const included = {
      number: world.engine.number + 1,
      at: world.engine.at,
      surface: 'test',
      caller: '',
      command: { type: 'userOperations.include', data: {} },
      events: [{ type: 'userOperations.broadcast', data: { hash, next: null } }],
    };
    expect(() => world.engine.apply(included)).toThrow('cannot become broadcast');
    expect(world.engine.encode()).toBe(before);
  });

  test('shape-3: every module that changes a state with a table of transitions asks the table', () => {
    const guards = [platform, exchange].flatMap((each) =>
      Object.keys(each).filter((name) => /^can\w+Transition$/.test(name)),
    );
    expect(guards).toEqual(
      expect.arrayContaining(['canUserOperationStatusTransition', 'canDeliveryStatusTransition']),
    );
    const domain = sources.filter(([file]) => file.startsWith('domain/'));
    for (const [subject, guard] of [
      ['user-operations', 'canUserOperationStatusTransition'],
      ['webhooks', 'canDeliveryStatusTransition'],
      ['webhooks', 'canWebhookStatusTransition'],
    ] as const)
      expect(
        domain.filter(
          ([file, text]) => file.startsWith(`domain/${subject}/`) && text.includes(`${guard}(`),
        ),
      ).not.toEqual([]);
  });

  test('shape-4: no number of a description is typed again', () => {
    const limits = { ...platform.limits, ...rpcLimits };
    const copies: string[] = [];
    for (const [name, value] of Object.entries(limits)) {
      // A constant or a member with the words of a limit, and its number.
      const words = name.replace(/^max/, '');
      const copy = new RegExp(`\\b\\w*${words}\\w*(?:: number)? *[:=] *${value}\\b`, 'i');
      for (const [file, text] of sources) if (copy.test(text)) copies.push(`${file}: ${name}`);
    }
    expect(copies).toEqual([]);
    expect('const maxWebhooks = 100;').toMatch(/\b\w*Webhooks\w*(?:: number)? *[:=] *100\b/i);
  });

  test('shape-4: the limits of the descriptions are used', () => {
    const users = sources.filter(([, text]) => /\blimits\.max\w+/.test(text)).map(([file]) => file);
    expect(users).toEqual(
      expect.arrayContaining([
        'domain/webhooks/commands.ts',
        'surfaces/deliveries/sender.ts',
        'surfaces/rpc/balances.ts',
      ]),
    );
  });
});
