import { rounds } from '../rounds.js';
import { testRandomSessions } from '../generator/watch/random-sessions.js';
import { documents } from './documents.js';

/** Larger documents take minutes without having more kinds of content. */
const isMedium = ({ bytes }: { readonly bytes: number }): boolean => bytes < 200_000;

testRandomSessions(documents.filter(isMedium), { count: rounds(100), edits: 10, prose: 0.3 });
