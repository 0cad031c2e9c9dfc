import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lint } from '../generator/index.js';
import { memoryHost } from '../generator/host/memory.js';
import { typeErrors } from './types/compiler.js';

/** Whole documents among the fenced YAML blocks of the guide. */
const documents = readdirSync('docs/guide', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(`docs/guide/${page}`, 'utf8');
    return [...text.matchAll(/^```ya?ml\n(.*?)^```/gms)].map(([, body = ''], index) => ({
      name: `${page}, example ${index + 1}`,
      body,
    }));
  })
  .filter(({ body }) => /^(?:openapi|asyncapi|swagger):/.test(body));

describe('guide', () => {
  test('documents every extension, with an example', () => {
    const page = ['extensions', 'fix']
      .map((name) => readFileSync(`docs/guide/${name}.md`, 'utf8'))
      .join('\n');
    const extensionsOf = (texts: readonly string[]): readonly string[] =>
      texts.flatMap((text) => [...text.matchAll(/'(x-[a-z-]+)'/g)].map(([, name = '']) => name));
    // Extensions that are only converted are those of other tools.
    const converted = new Set(extensionsOf(sourcesBelow('generator/migrate')));
    converted.delete('x-pagination');
    const known = new Set(
      extensionsOf(sourcesBelow('generator')).filter((name) => !converted.has(name)),
    );
    expect(known.size).toBeGreaterThan(5);
    expect([...known].filter((name) => !new RegExp(`^##+ .*${name}$`, 'm').test(page))).toEqual([]);
    const shown = documents.map(({ body }) => body).join('\n');
    expect([...known].filter((name) => !shown.includes(`${name}:`))).toEqual([]);
  });

  test.each(documents)('has valid examples: $name', async ({ body }) => {
    const host = memoryHost({ '/docs/openapi.yaml': body }, '/docs');
    const diagnostics = await lint({ documents: ['openapi.yaml'] }, host);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });
});

/** Every page that shows programs, but the README at the top, whose programs are run. */
const pages = [
  ...readdirSync('docs/guide', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/guide/${name}`),
  'runtime/README.md',
  'stores/README.md',
  'generator/README.md',
];

test('the programs of every page compile', async () => {
  const folder = resolve('.tallystick/docs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      isolatedDeclarations: false,
      // They show what can be written, and not what becomes of it.
      noUnusedLocals: false,
      // The declarations of MSW need those of browsers.
      skipLibCheck: true,
      paths: {
        tallystick: ['../../generator/index.ts'],
        '@nats-io/transport-node': ['../../test/nats-transport.d.ts'],
        '@nats-io/jetstream': ['../../runtime/broker/nats/jetstream-package.d.ts'],
        '@acme/drawings/zod': ['../../test/cases/zod/output/zod.ts'],
        '@acme/tea': ['../../test/cases/mcp/output/src/index.ts'],
        '@acme/tea/*': ['../../test/cases/mcp/output/src/*.ts'],
        '@acme/zoo/*': ['../../test/cases/json-schemas/output/src/*.d.ts'],
        '@acme/library/*': ['../../test/cases/schema-libraries/output/*.ts'],
        '@acme/kennel/paths': ['../../test/cases/paths-view/output/paths.ts'],
        '@acme/shop': ['../../test/cases/enum-objects/output/src/index.ts'],
        '@acme/enum-shop': ['../../test/cases/enum-types/output/src/index.ts'],
        '@acme/doors': ['../../test/cases/grants/output/src/index.ts'],
        '@acme/doors/server': ['../../test/cases/grants/output/src/server.ts'],
        '@acme/kettles/server': ['../../test/cases/deliveries/output/src/server.ts'],
        '@acme/kettles/webhook-receiver': [
          '../../test/cases/deliveries/output/src/webhook-receiver.ts',
        ],
        '@acme/kettles/webhooks': ['../../test/cases/deliveries/output/src/webhooks.ts'],
        '@acme/kettle-streams/server': ['../../test/cases/streams/output/src/server.ts'],
        '@acme/kettle-streams': ['../../test/cases/streams/output/src/index.ts'],
        '@acme/kettle-orders': ['../../test/cases/fix/output/src/index.ts'],
        '@acme/exchange-fix-4.2': ['../../generated/exchange-fix-4.2/src/index.ts'],
        '@acme/weather': ['./weather/src/index.ts'],
        '@acme/weather/*': ['./weather/src/*.ts'],
        '@acme/kettles': ['./docs-guide-feeds-md-3.ts'],
        '@acme/kitchen': ['../../test/cases/feed-events/output/src/index.ts'],
        '@acme/kitchen/*': ['../../test/cases/feed-events/output/src/*.ts'],
        '@acme/teahouse': ['../../test/cases/rooms/output/src/index.ts'],
        '@acme/teahouse/*': ['../../test/cases/rooms/output/src/*.ts'],
        '@acme/tea-orders': ['../../test/cases/stateful/output/src/index.ts'],
        '@acme/tea-orders/*': ['../../test/cases/stateful/output/src/*.ts'],
        '@acme/tea-market': ['../../test/cases/feeds/output/src/index.ts'],
        '@acme/tea-market/*': ['../../test/cases/feeds/output/src/*.ts'],
        '@acme/parcels/webhook-receiver': [
          '../../test/cases/webhook-signatures/output/src/webhook-receiver.ts',
        ],
        '@acme/parcels/webhooks': ['../../test/cases/webhook-signatures/output/src/webhooks.ts'],
        '@acme/tea-shop': ['../../test/cases/queries/output/src/index.ts'],
        '@acme/tea-shop/*': ['../../test/cases/queries/output/src/*.ts'],
        '@acme/pet-shop': ['../../test/cases/msw/output/src/index.ts'],
        '@acme/pet-shop/*': ['../../test/cases/msw/output/src/*.ts'],
        '@acme/policies/validators': ['../../test/cases/brands/output/src/validators.d.ts'],
        '@acme/policies/*': ['../../test/cases/brands/output/src/*.ts'],
        '@acme/bakery/*': ['../../test/cases/contract-tests/output/src/*.ts'],
        '@acme/pets/*': ['../../test/cases/fakes/output/src/*.ts'],
        '@acme/tea-events': ['./tea/src/index.ts'],
        '@acme/avro-events': ['./avro-tea/src/index.ts'],
        '@acme/exchange': ['../../test/cases/signed/output/src/index.ts'],
        '@acme/exchange/server': ['../../test/cases/signed/output/src/server.ts'],
      },
    },
    include: [
      '*.ts',
      '../../generator/printer/*.d.ts',
      '../../test/wire/suite/*.d.ts',
      '../../generator/patterns/*.d.ts',
      '../../test/database-drivers.d.ts',
    ],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const [page, name, packageName] of [
    ['feeds', 'weather', '@acme/weather'],
    ['brokers', 'tea', '@acme/tea-events'],
    ['payload-languages', 'avro-tea', '@acme/avro-events'],
  ] as const) {
    const document = documents.find((each) => each.name === `${page}.md, example 1`)?.body ?? '';
    writeFileSync(join(folder, `${name}.yaml`), document);
    const generator = resolve('generator/bin/tallystick.js');
    const words = ['generate', `${name}.yaml`, '--out', name, '--package', packageName];
    execFileSync(process.execPath, [generator, ...words], { cwd: folder });
  }
  const programs = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^```ts\n(.*?)^```/gms)].map(
      ([, body = ''], index) => ({
        name: `${page.replaceAll(/[/.]/g, '-')}-${index + 1}.ts`,
        body,
      }),
    ),
  );
  expect(programs.length).toBeGreaterThan(3);
  for (const { name, body } of programs) writeFileSync(join(folder, name), body);
  expect(await typeErrors(folder)).toEqual([]);
}, 600_000);

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(dist|node_modules)$/.test(entry.name) ? [] : sourcesBelow(path);
    return path.endsWith('.ts') ? [readFileSync(path, 'utf8')] : [];
  });
}
