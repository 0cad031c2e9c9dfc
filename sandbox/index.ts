export { JournalError, type JournalErrorCode } from './journal/error.js';
export type { Journal, SharedJournal } from './journal/journal.js';
export { memoryJournal } from './journal/memory.js';
export { openPostgresJournal } from './journal/postgres.js';
export { openSqliteJournal } from './journal/sqlite.js';
export { type Sandbox, type SandboxLogEntry, type SandboxOptions, startSandbox } from './start.js';
