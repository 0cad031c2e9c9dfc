import { afterAll, expect, test } from 'vitest';
import { config, createProject, removeTemplate } from './project.js';

afterAll(removeTemplate);

const description = `asyncapi: 3.0.0
info: { title: Pets, version: 1.0.0 }
servers: { events: { host: 'rabbit.example:5672', protocol: amqp } }
channels:
  pets:
    address: pets.sold
    messages: { sold: { payload: { $ref: '#/components/schemas/Sold' } } }
    bindings: { amqp: { is: routingKey, exchange: { name: shop, type: topic }, queue: { name: bills } } }
operations:
  petSold: { action: send, channel: { $ref: '#/channels/pets' } }
components:
  schemas:
    Sold: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } }
`;

test.each([
  ['publisher', '2.0.0', 'maxLength: 9', 'maxLength: 8'],
  ['subscriber', '1.1.0', 'maxLength: 9', 'maxLength: 8'],
  ['both', '2.0.0', 'maxLength: 9', 'maxLength: 8'],
  ['publisher', '1.1.0', 'maxLength: 9', 'maxLength: 10'],
  ['subscriber', '2.0.0', 'maxLength: 9', 'maxLength: 10'],
  ['publisher', '1.1.0', 'queue: { name: bills }', 'queue: { name: bills, durable: false }'],
  ['subscriber', '2.0.0', 'queue: { name: bills }', 'queue: { name: bills, durable: false }'],
  ['subscriber', '1.1.0', 'name: bills', 'name: accounts'],
  ['subscriber', '2.0.0', 'petSold', 'sold'],
])('a package for the role "%s" becomes %s if "%s" becomes "%s"', async (role, want, from, to) => {
  const project = await createProject();
  try {
    project.write('spec/pets.yaml', description);
    project.write(
      'tallystick.yaml',
      `${config}    emitters: [{ name: brokers, options: { role: ${role} } }]\n`,
    );
    await project.commit();
    expect(await project.tallystick('release --yes')).toMatchObject({ code: 0 });
    project.edit('spec/pets.yaml', from, to);
    await project.commit();
    expect(await project.tallystick('release --yes')).toMatchObject({ code: 0, error: '' });
    expect(project.git('tag').trim().split('\n')).toEqual([
      '@acme/pets@1.0.0',
      `@acme/pets@${want}`,
    ]);
  } finally {
    project.close();
  }
});
