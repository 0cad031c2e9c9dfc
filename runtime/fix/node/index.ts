export { fileFixStore, type FileFixStoreOptions } from './file-store.js';
export { type FixStoreFolder, fixStoreFolder } from './store-folder.js';
export { openFix, type OpenFixOptions } from './open.js';
export { type FixPort, serveFix, type ServeFixOptions } from './serve.js';
