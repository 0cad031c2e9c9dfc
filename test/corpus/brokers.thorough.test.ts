import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { createSources } from '../../generator/load/sources.js';
import type { Api } from '../../generator/model/api.js';
import { readApi } from '../../generator/model/read/read-api.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { sharedPath } from '../shared.js';
import { asyncRows } from './asyncapi-rows.js';

const index = sharedPath('corpus', 'asyncapi', 'INDEX.tsv');
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';

/** Protocols with an adapter. */
const supported = /^(?:nats|mqtts?|secure-mqtt|mqtt5|amqps?|kafka(?:-secure)?|rediss?)$/;

describe.skipIf(index === undefined)(`real documents of brokers (${reason})`, () => {
  const found: string[] = [];

  test.each(asyncRows().filter(({ verdict }) => verdict === 'ok'))(
    'have a method in both classes for each operation: $file',
    async ({ file }) => {
      const root = dirname(index ?? '');
      const allowRefs = file.startsWith('multi/')
        ? [`${join(root, ...file.split('/').slice(0, 2))}/**`]
        : [];
      const api = await read(root, file, allowRefs);
      const operations = operationsOf(api);
      if (operations.length === 0) return;
      const host = overlayHost(root);
      const request = { documents: [file], out: outputFolder, package: '@test/events', allowRefs };
      const { ok } = await generate(request, host);
      expect(ok).toBe(true);
      const [, text = ''] = [...host.written()].find(([name]) => name.endsWith('/broker.ts')) ?? [];
      const descriptor = /BrokerDescriptor: BrokerDescriptor = .*?\n\};/s.exec(text)?.[0] ?? '';
      for (const operation of operations) expect(descriptor).toContain(operation);
      const [publisher, subscriber] = ['Publisher', 'Subscriber'].map((side) =>
        calledIn(text, side),
      );
      expect(publisher).toEqual(expect.arrayContaining([...operations]));
      expect(subscriber).toEqual(expect.arrayContaining([...operations]));
      found.push(file);
    },
    60_000,
  );

  test('are a part of the corpus', () => {
    expect(found.length).toBeGreaterThan(10);
  });
});

async function read(root: string, file: string, allowRef: readonly string[]): Promise<Api> {
  const sources = createSources(overlayHost(root), { allowRef: [...allowRef] });
  const { value: entry } = sources.entry(file);
  if (entry === undefined) throw new Error('the document is not readable');
  const { value } = readApi(sources, entry);
  if (value === undefined) throw new Error('the document has no model');
  return value;
}

/** Names of the operations on channels with an address, all of whose servers are brokers with an adapter. */
function operationsOf({ channels, flows, messageServers }: Api): readonly string[] {
  const protocols = new Map(
    messageServers.map(({ name, protocol }) => [name, protocol.toLowerCase()]),
  );
  const onBrokers = channels.filter(
    ({ address, servers }) =>
      address !== null &&
      servers.length > 0 &&
      servers.every((server) => supported.test(protocols.get(server) ?? '')),
  );
  return flows
    .filter(({ channel }) => onBrokers.some(({ key }) => key === channel))
    .map(({ name }) => name);
}

/** Operations that the methods of a class send or receive. */
function calledIn(text: string, side: string): readonly string[] {
  const [body = ''] =
    new RegExp(`class \\w+${side}(?:<.*>)? extends ${side} \\{.*?\\n\\}`, 's').exec(text) ?? [];
  return [
    ...body.matchAll(/this\.(?:publish|request|receive|respond)(?:<[^(]*>)?\(\s*'([^']*)'/g),
  ].map(([, name = '']) => name);
}
