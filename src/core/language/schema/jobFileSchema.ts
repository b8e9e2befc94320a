/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema; nothing awaits a schema. */
import type { Catalog } from '../../catalog/catalog.ts';
import { bundledCatalog } from '../../catalog/bundledCatalog.ts';
import { endpoints } from '../../catalog/endpoints.ts';
import type { JsonObject } from '../../support/json/json.ts';
import { collisions, metadataChoices, onErrorChoices } from '../../jobFile/parse/controlKeys.ts';
import { buildFamilyBranches } from './familyBranches.ts';
import { keyDescriptions } from '../messages.ts';

const reference = (name: string): JsonObject => ({ $ref: `#/definitions/${name}` });
const controls = ['gen', 'vars', 'matrix', 'needs', 'output', 'request'] as const;
const anyText = { type: 'string' } as const;
const positive = { type: 'number', exclusiveMinimum: 0 } as const;
const count = { type: 'integer', minimum: 1 } as const;

/**
 * Builds the format as JSON Schema (draft 7), for other editors and CI. It contains the rules of the interface
 * specification. Values that are only observed are examples, because a schema has no warnings.
 */
export function jobFileSchema(catalog: Catalog = bundledCatalog): JsonObject {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Genwright job file',
    type: 'object',
    if: { required: ['jobs'] },
    then: rootBesideJobs(),
    else: reference('wholeJob'),
    definitions: {
      job: jobSchema(catalog),
      wholeJob: wholeJobSchema(catalog),
      gen: genSchema(),
      vars: varsSchema(),
      matrix: matrixSchema(),
      needs: { description: describe('needs'), anyOf: [anyText, { type: 'array', items: anyText }] },
      output: outputSchema(),
      request: { description: describe('request'), type: ['object', 'null'] },
    },
  };
}

/** `gen.defaults` may hold what a job of the file lacks, so nothing is reported as missing then. */
function rootBesideJobs(): JsonObject {
  const jobs = (job: string): JsonObject => ({
    properties: { jobs: { type: 'object', minProperties: 1, additionalProperties: reference(job) } },
  });
  return {
    properties: {
      $schema: true,
      gen: reference('gen'),
      vars: reference('vars'),
      output: reference('output'),
      jobs: { description: describe('jobs') },
    },
    patternProperties: { '^x-': true },
    additionalProperties: false,
    if: { properties: { gen: { required: ['defaults'] } }, required: ['gen'] },
    then: jobs('job'),
    else: jobs('wholeJob'),
  };
}

/** Fields that no family knows are accepted, as they are when they are sent. */
function jobSchema(catalog: Catalog): JsonObject {
  return {
    type: 'object',
    properties: {
      model: { ...anyText, description: describe('model'), anyOf: [{ enum: [...catalog.models.keys()] }, {}] },
      ...Object.fromEntries(controls.map((key) => [key, reference(key)])),
    },
    allOf: buildFamilyBranches(catalog, { isWhole: false }),
  };
}

/** An axis or `request` may set any field, so only a job without them can lack one. */
function wholeJobSchema(catalog: Catalog): JsonObject {
  return {
    allOf: [
      reference('job'),
      {
        if: { anyOf: [{ required: ['matrix'] }, { required: ['request'] }] },
        else: { allOf: buildFamilyBranches(catalog, { isWhole: true }) },
      },
    ],
  };
}

function genSchema(): JsonObject {
  const paths = [...new Set(Object.values(endpoints).map(({ path }) => path))];
  const properties = {
    version: { const: 1 },
    name: anyText,
    description: anyText,
    labels: {},
    endpoint: { ...anyText, examples: paths, pattern: '^/[^#]*$' },
    profile: anyText,
    defaults: { type: 'object' },
    concurrency: count,
    timeout_minutes: positive,
    repeat: count,
    max_runs: count,
    budget_usd: positive,
    on_error: { enum: [...onErrorChoices] },
  };
  const map = { type: 'object', properties: describeKeys('gen', properties), additionalProperties: false };
  return { description: describe('gen'), anyOf: [{ const: 1 }, { type: 'null' }, map] };
}

function varsSchema(): JsonObject {
  const source = { anyOf: [{ ...anyText, pattern: '^file://' }, { type: 'object' }] };
  return { description: describe('vars'), anyOf: [source, { type: 'array', items: source }, { type: 'null' }] };
}

function matrixSchema(): JsonObject {
  const combinations = { type: 'array', items: { type: 'object' } };
  return {
    description: describe('matrix'),
    type: ['object', 'null'],
    properties: describeKeys('matrix', { include: combinations, exclude: combinations }),
    additionalProperties: { type: ['array', 'string'] },
  };
}

function outputSchema(): JsonObject {
  const map = {
    type: 'object',
    properties: describeKeys('output', {
      dir: anyText,
      name: anyText,
      collision: { enum: [...collisions] },
      metadata: { enum: [...metadataChoices] },
    }),
    additionalProperties: false,
  };
  return { description: describe('output'), anyOf: [{ type: ['string', 'null'] }, map] };
}

function describeKeys(owner: string, schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const described = Object.entries(schemas).map(([key, schema]) => [
    key,
    { ...schema, description: describe(`${owner}.${key}`) },
  ]);
  return Object.fromEntries(described) as JsonObject;
}

function describe(key: string): string {
  return keyDescriptions[key] ?? '';
}
