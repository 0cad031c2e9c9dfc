import { fastifyPlugin } from '@tallystick/runtime/http/fastify';
import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import fastify, { type FastifyInstance } from 'fastify';
import { TaskList } from './task-list.js';
import { createApiServer, type ApiHandlers } from './api/server.js';

const pageSize = 20;

/** Handlers of the operations. Requests were authenticated and validated before, and responses are checked by the compiler. */
function createHandlers(tasks: TaskList): ApiHandlers {
  const missing = { message: 'there is no such task' };
  return {
    listTasks({ query }, respond) {
      const found = tasks.list(query);
      const page = found.slice(0, pageSize);
      const last = page.at(-1);
      const next = found.length > page.length && last !== undefined ? { next: last.id } : {};
      return respond.ok({ tasks: page, ...next });
    },

    createTask: ({ body }, respond) => respond.created(tasks.add(body)),

    updateTask({ path, body }, respond) {
      const task = tasks.update(path.id, body);
      return task === undefined ? respond.notFound(missing) : respond.ok(task);
    },

    deleteTask({ path }, respond) {
      return tasks.delete(path.id) ? respond.noContent() : respond.notFound(missing);
    },
  };
}

export interface AppOptions {
  /** Keys that callers may use. */
  readonly keys: readonly string[];
  /** Hosts of requests, such as `api.example:8080`. Default: any. */
  readonly authorities?: readonly string[];
}

/** An app of Fastify with the API below `/api`, and a route of its own. */
export async function createApp({ keys, authorities }: AppOptions): Promise<FastifyInstance> {
  const app = fastify();
  const handle = createApiServer(createHandlers(new TaskList()), {
    ...(authorities === undefined ? { trustHost: true } : { authorities }),
    security: { key: apiKeyVerifier({ keys }) },
    log: (entry) => app.log.warn(entry),
  });
  await app.register(fastifyPlugin(handle), { prefix: '/api' });
  app.get('/health', () => ({ status: 'up' }));
  return app;
}
