// Starts the sandbox, after building it if its sources changed: npm run sandbox -- --port 8080
import { buildSandboxIfStale } from './build-sandbox.js';

await buildSandboxIfStale();
await import('../sandbox/dist/platform-sandbox.js');
