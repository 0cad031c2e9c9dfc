import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/index.js';
import { run } from '../cli/console.js';

const description = `asyncapi: 3.0.0
info: { title: Tea, version: 1.0.0 }
servers: { events: { host: 'nats.example', protocol: nats } }
channels:
  orders: { address: orders, messages: { order: { payload: { type: object } } } }
operations:
  orderPlaced: { action: send, channel: { $ref: '#/channels/orders' } }
`;

/** Classes that are generated for the document. */
async function classesOf(command: string, config?: string): Promise<readonly string[]> {
  const host = memoryHost({
    '/tea.yaml': description,
    ...(config === undefined ? {} : { '/tallystick.yaml': config }),
  });
  const { error } = await run(command.split(' '), host);
  expect(error).not.toMatch(/: error/);
  const [, text = ''] = [...host.files()].find(([path]) => path.endsWith('/broker.ts')) ?? [];
  return [...text.matchAll(/export class (\w+)/g)].map(([, name = '']) => name);
}

const generate = 'generate tea.yaml --out tea';

describe('the role of a package', () => {
  test.each([
    ['', ['TeaPublisher', 'TeaSubscriber']],
    [' --role both', ['TeaPublisher', 'TeaSubscriber']],
    [' --role publisher', ['TeaPublisher']],
    [' --role subscriber', ['TeaSubscriber']],
  ])('is chosen by a flag:%s', async (flag, classes) => {
    expect(await classesOf(`${generate}${flag}`)).toEqual(classes);
  });

  test('is chosen in the config file, and an option of the emitter has priority', async () => {
    const config = 'packages:\n  - documents: [tea.yaml]\n    out: tea\n    role: subscriber\n';
    expect(await classesOf('generate', config)).toEqual(['TeaSubscriber']);
    const emitters = '    emitters: [{ name: brokers, options: { role: publisher } }]\n';
    expect(await classesOf('generate', config + emitters)).toEqual(['TeaPublisher']);
  });
});
