// Parses the YAML file that it is given, and does nothing else.
import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';

load(readFileSync(process.argv[2], 'utf8'), { schema: CORE_SCHEMA });
