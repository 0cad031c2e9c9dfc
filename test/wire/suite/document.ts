import type { Topic } from './case.js';

/** The host that every document of the suite names, and the authority that every server answers for. */
export const authority = 'api.example.com';

/** What a document is made of. */
export type DocumentSource = Pick<
  Topic,
  'title' | 'openapi' | 'operations' | 'components' | 'extensions' | 'servers' | 'pathItems'
>;

/** The document of a topic: its operations, with what goes without saying filled in. */
export function documentOf(topic: DocumentSource): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [path, item] of Object.entries(topic.pathItems ?? {})) paths[path] = { ...item };
  for (const [id, source] of Object.entries(topic.operations)) {
    const { method = 'get', path = `/${id}`, ...operation } = source;
    const item = (paths[path] ??= {});
    if (item[method] !== undefined) throw new Error(`${topic.title}: ${method} ${path} twice`);
    item[method] = {
      operationId: id,
      responses: { '204': { description: 'Nothing.' } },
      ...operation,
    };
  }
  return {
    openapi: topic.openapi ?? '3.1.1',
    info: { title: 'Suite', version: '1.0.0' },
    servers: topic.servers ?? [{ url: `https://${authority}` }],
    paths,
    ...topic.extensions,
    ...(topic.components === undefined ? {} : { components: topic.components }),
  };
}
