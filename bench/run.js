// Prints all figures beside those of other libraries, measured in one run. `--quick` runs everything once, as a smoke test.
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleIfStale } from '../scripts/build.js';
import { benchmarkBrokers } from './benchmarks/brokers.js';
import { benchmarkClient } from './benchmarks/client.js';
import { benchmarkExchange } from './benchmarks/exchange.js';
import { benchmarkFeed } from './benchmarks/feed.js';
import { benchmarkFix, benchmarkFixImport } from './benchmarks/fix.js';
import { benchmarkFixSession } from './benchmarks/fix-session.js';
import { benchmarkGenerate } from './benchmarks/generate.js';
import { benchmarkGrowth } from './benchmarks/growth.js';
import { benchmarkImport } from './benchmarks/import.js';
import { benchmarkImportValidators } from './benchmarks/import-validators.js';
import { benchmarkKeywords } from './benchmarks/keywords.js';
import { benchmarkLargePackage } from './benchmarks/large-package.js';
import { benchmarkMock } from './benchmarks/mock.js';
import { benchmarkOperation } from './benchmarks/output.js';
import { benchmarkRouter } from './benchmarks/router.js';
import { benchmarkSandbox } from './benchmarks/sandbox.js';
import { benchmarkSandboxFeed } from './benchmarks/sandbox-feed.js';
import { benchmarkSandboxFix } from './benchmarks/sandbox-fix.js';
import { benchmarkSandboxFlood } from './benchmarks/sandbox-flood.js';
import { benchmarkServer } from './benchmarks/server.js';
import { benchmarkSign } from './benchmarks/sign.js';
import { benchmarkStores } from './benchmarks/stores.js';
import { benchmarkStream } from './benchmarks/stream.js';
import { benchmarkValidate } from './benchmarks/validate.js';
import { benchmarkWatch } from './benchmarks/watch.js';

const root = resolve(import.meta.dirname, '..');
await bundleIfStale();
const options = { quick: process.argv.includes('--quick') };
console.log(
  `# Bench\n\nNode ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown processor'}`,
);
await benchmarkValidate(options);
await benchmarkKeywords(options);
await benchmarkImport(options);
await benchmarkImportValidators(options);
benchmarkGenerate(options);
await benchmarkWatch(options);
benchmarkGrowth(options);
await benchmarkOperation(
  'spec/platform',
  join(root, 'generated/platform'),
  'getPolicy',
  'connectPlatform',
);
await benchmarkLargePackage(options);
await benchmarkClient(options);
await benchmarkServer(options);
await benchmarkRouter(options);
await benchmarkSign(options);
await benchmarkFeed(options);
await benchmarkFix(options);
await benchmarkFixImport(options);
await benchmarkFixSession(options);
await benchmarkStores(options);
await benchmarkBrokers(options);
await benchmarkSandbox(options);
await benchmarkSandboxFeed(options);
await benchmarkSandboxFlood(options);
await benchmarkSandboxFix(options);
await benchmarkExchange(options);
await benchmarkStream(options);
await benchmarkMock(options);
