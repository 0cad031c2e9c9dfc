import { LibraryClient } from './library/index.js';
import { serveLibraryMcp } from './library/mcp.js';

const { LIBRARY_URL = 'http://127.0.0.1:4010', LIBRARY_KEY: key } = process.env;
if (key === undefined) {
  console.error('Set LIBRARY_KEY to the key of a member.');
  process.exit(1);
}

// Assistants start this program and talk to it over its standard streams, so it prints nothing else to standard output.
serveLibraryMcp(new LibraryClient({ baseUrl: LIBRARY_URL, credentials: { key } }));
