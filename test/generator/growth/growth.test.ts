import { expect, test } from 'vitest';
import { planJob, renderFiles } from '../../../generator/pipeline/render.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { noTemplates } from '../../../generator/pipeline/load-templates.js';
import { packageJob } from '../../../generator/pipeline/package-job.js';
import { CountedSchemas } from '../../../generator/model/analysis/counted-schemas.js';
import { selectEmitters } from '../../../generator/pipeline/select-emitters.js';
import { readDescription } from '../../../generator/pipeline/read.js';

test('the number of lookups grows linearly with the number of operations', async () => {
  const small = await lookups(40);
  const large = await lookups(80);
  expect(small).toBeGreaterThan(40);
  expect(large / small).toBeLessThan(2.1);
});

/** Number of schema lookups during planning and printing, which is the same on every machine. */
async function lookups(operations: number): Promise<number> {
  const host = memoryHost({ '/d/api.json': JSON.stringify(describe(operations)) }, '/d');
  const job = packageJob({ documents: ['api.json'], out: 'out' }, host.cwd, false, host);
  const { value } = await readDescription(job, '/d/api.json', host);
  if (value === undefined) throw new Error('the document is understood');
  const emitters = (await selectEmitters(job, host)).value?.emitters ?? [];
  const plan = planJob(job, value.api, host, emitters, {}).value;
  if (plan === undefined) throw new Error('the document is planned');
  const { value: files } = await renderFiles(plan, {
    job,
    host,
    emitters,
    documents: value.documents,
    templates: noTemplates,
  });
  expect(files?.files.length).toBeGreaterThan(5);
  const { schemas } = plan.api;
  if (!(schemas instanceof CountedSchemas)) throw new Error('look-ups are counted');
  return schemas.lookups;
}

function describe(operations: number): object {
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {};
  for (let index = 0; index < operations; index += 1) {
    const schema = { $ref: `#/components/schemas/Thing${index}` };
    const content = { 'application/json': { schema } };
    schemas[`Thing${index}`] = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', readOnly: index % 3 === 0 },
        state: { enum: ['open', 'closed'] },
        next: { $ref: `#/components/schemas/Thing${(index + 1) % operations}` },
      },
    };
    paths[`/things${index}`] = {
      put: {
        operationId: `putThing${index}`,
        tags: ['things'],
        requestBody: { content },
        responses: { 200: { description: 'It is there.', content } },
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Growth', version: '1' },
    paths,
    components: { schemas },
  };
}
