import { describe, expect, test } from 'vitest';
import { readTopics } from './suite/case.js';
import { checkClient } from './suite/client.js';
import { generateTopic } from './suite/generated.js';
import { suiteServer } from './suite/handlers.js';
import { checkServer } from './suite/server.js';

const topics = await Promise.all(
  readTopics().map(async (topic) => ({ topic, generated: await generateTopic(topic) })),
);

test('the suite has more than 300 cases', () => {
  expect(topics.flatMap(({ topic }) => topic.cases).length).toBeGreaterThan(300);
});

describe.each(topics.map((each) => ({ ...each, name: each.topic.name })))(
  'cases of $name',
  (each) => {
    const { topic, generated } = each;
    const server = suiteServer(generated, topic.server);
    const clientCases = topic.cases.filter(
      (wire) => wire.call !== undefined && wire.only !== 'server',
    );
    const serverCases = topic.cases.filter(
      (wire) => wire.request !== undefined && wire.only !== 'client',
    );
    test.each(clientCases)('the client passes $name', (wire) => checkClient(generated, wire));
    test.each(serverCases)('the server passes $name', (wire) =>
      checkServer(generated, server, wire),
    );
  },
);
