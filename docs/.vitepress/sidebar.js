const start = (text, name) => ({ text, link: `/start/${name}` });
const guide = (text, name) => ({ text, link: `/guide/${name}` });
const framework = (text, name) => ({ text, link: `/frameworks/${name}` });
const broker = (text, name) => ({ text, link: `/brokers/${name}` });
const from = (text, name) => ({ text, link: `/from/${name}` });
const sandbox = (text, name) => ({ text, link: `/sandbox/${name}` });
const group = (text, items) => ({ text, items });

/** Pages that a new user reads, in order. */
const learning = [
  group('Start', [
    start('What Tallystick is', ''),
    start('Your first client', 'client'),
    start('Your first server', 'server'),
    start('Authentication', 'authentication'),
    start('Errors', 'errors'),
    start('Pagination', 'pages'),
    start('Retries', 'retries'),
    start('Files', 'files'),
    start('Streams', 'streams'),
    start('Testing', 'testing'),
  ]),
  group('Frameworks', [
    framework('Next.js', 'next'),
    framework('Express', 'express'),
    framework('Fastify', 'fastify'),
    framework('Hono', 'hono'),
    framework('Cloudflare Workers', 'workers'),
    framework('Deno', 'deno'),
    framework('Bun', 'bun'),
    guide('Settings of other tools', 'stacks'),
  ]),
  group('Brokers', [
    broker('NATS', 'nats'),
    broker('MQTT', 'mqtt'),
    broker('RabbitMQ', 'rabbitmq'),
    broker('Kafka', 'kafka'),
    broker('Redis', 'redis'),
  ]),
  group('Coming from', [
    from('hey-api', 'hey-api'),
    from('Orval', 'orval'),
    from('openapi-typescript', 'openapi-typescript'),
    from('Stainless', 'stainless'),
    guide('How configs are converted', 'migrate'),
  ]),
];

/** The guide, by topic. */
const topics = [
  group('Describing an API', [
    guide('A description that generates well', 'describing'),
    guide('Lists of values', 'enums'),
    guide('Branded types', 'brands'),
    guide('Dates', 'dates'),
    guide('Decimals', 'decimals'),
    guide('Exact numbers', 'numbers'),
    guide('int64 as bigint', 'int64'),
    guide('Comparing descriptions', 'diff'),
  ]),
  group('Clients', [
    guide('Calls', 'calls'),
    guide('Interceptors', 'interceptors'),
    guide('Logging', 'logging'),
    guide('Tracing', 'tracing'),
    guide('TanStack Query', 'query'),
    guide('SWR', 'swr'),
    guide('Schemas for other libraries', 'schemas'),
    guide('Validators', 'validators'),
  ]),
  group('Servers', [
    guide('A server, stage by stage', 'server'),
    guide('A server file that you own', 'scaffold'),
    { text: 'Transports and adapters', link: '/guide/adapters/' },
    guide('node:http', 'adapters/node'),
    guide('Express', 'adapters/express'),
    guide('Fastify', 'adapters/fastify'),
    guide('Koa', 'adapters/koa'),
    guide('Hono', 'adapters/hono'),
    guide('Web requests', 'adapters/fetch'),
    guide('Durable state', 'state'),
    guide('Transactions', 'transactions'),
    guide('Refusals as data', 'refusals'),
  ]),
  group('Security', [
    guide('Security schemes', 'security'),
    guide('Signatures', 'signatures'),
    guide('Tokens', 'tokens'),
  ]),
  group('On the wire', [
    guide('Parameters', 'parameters'),
    guide('Bodies', 'bodies'),
    guide('Pages', 'pagination'),
    guide('Streams', 'streams'),
    guide('Webhooks and callbacks', 'webhooks'),
  ]),
  group('Tests and tools', [
    guide('Fakes', 'fakes'),
    guide('Mock server', 'mock'),
    guide('MSW', 'msw'),
    guide('Contract tests', 'contract-tests'),
    guide('Tools for language models', 'mcp'),
    guide('Reference as web pages', 'reference-docs'),
  ]),
  group('Messages', [
    guide('Feeds over WebSocket', 'feeds'),
    guide('Message brokers', 'brokers'),
    guide('Payloads in Avro and Protobuf', 'payload-languages'),
  ]),
  group('FIX', [guide('FIX', 'fix'), guide('Running FIX sessions', 'fix-sessions')]),
];

const sandboxPages = [
  group('Sandbox', [
    sandbox('Getting started', 'getting-started'),
    sandbox('Scenarios', 'scenarios'),
    sandbox('The page', 'page'),
    sandbox('In your tests', 'tests'),
    sandbox('Keys', 'keys'),
    sandbox('Clients of others', 'clients'),
    sandbox('Deployment', 'deployment'),
    sandbox('The exchange', 'exchange'),
    sandbox('Design', 'design'),
    sandbox('Rules and their tests', 'rules'),
    sandbox('Adding to the sandbox', 'contributing'),
  ]),
];

/** What becomes of the output, and of the generator. */
const further = [
  group('Publishing', [
    guide('Publishing packages', 'publishing'),
    guide('A package without dependencies', 'inline-runtime'),
    guide('Watching', 'watch'),
  ]),
  group('Extending', [guide('Emitters', 'emitters'), guide('Hooks and pages', 'hooks')]),
];

/** What is looked up. */
const reference = [
  group('Reference', [
    guide('The command line', 'cli'),
    { text: 'Options', link: '/guide/cli#options-of-a-package' },
    { text: 'Diagnostics', link: '/reference/diagnostics' },
    guide('Extensions', 'extensions'),
    guide('Rules of diff', 'diff-rules'),
    { text: 'Wire suite', link: '/wire' },
    { text: 'Features', link: '/features' },
    { text: 'Comparison', link: '/comparison' },
    { text: 'Performance', link: '/performance' },
    { text: 'Corpus', link: '/corpus' },
    { text: "The platform's packages", link: '/platform' },
    { text: 'Architecture', link: '/architecture' },
    { text: 'Glossary', link: '/glossary' },
  ]),
];

/** Every page but those of single diagnostics, in the order in which a new user needs them. */
export const allGroups = [...learning, ...topics, ...sandboxPages, ...further, ...reference];

/**
 * The groups beside a page, by the beginning of its address. The first that matches applies. Groups are not folded: the button that
 * folds one would contain another button, which assistive technology cannot operate.
 */
export const sidebar = {
  '/start/': learning,
  '/frameworks/': learning,
  '/from/': learning,
  '/guide/cli': reference,
  '/guide/extensions': reference,
  '/guide/diff-rules': reference,
  '/guide/': [...topics, ...further],
  '/sandbox/': sandboxPages,
  '/': reference,
};
