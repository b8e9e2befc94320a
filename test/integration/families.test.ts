import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { stringify } from 'yaml';
import type { RunsArtifact } from '../../src/core/artifact/runsRecord.ts';
import { bundledCatalog } from '../../src/core/catalog/bundledCatalog.ts';
import type { Endpoint, Modality, ModelFamily } from '../../src/core/catalog/catalog.ts';
import type { JsonObject } from '../../src/core/support/json/json.ts';
import type { Gateway } from '../support/gateway.ts';
import { connectGateway } from './helpers/connectGateway.ts';
import { createJobFolder, generate } from './helpers/jobFiles.ts';
import { writeProfileSettings } from './helpers/profileSettings.ts';

interface Service {
  readonly family: ModelFamily;
  readonly endpoint: Endpoint;
}

/**
 * Every family once, and every endpoint once. Several video families share a legacy path, which needs no second video
 * of each family.
 */
function listServices(): readonly Service[] {
  const seen = new Set<string>();
  return bundledCatalog.families.flatMap((family) => {
    const news = family.endpoints.filter(
      ({ path, pollPath }, index) => index === 0 || !seen.has(`${path} ${pollPath}`),
    );
    for (const { path, pollPath } of news) seen.add(`${path} ${pollPath}`);
    return news.map((endpoint) => ({ family, endpoint }));
  });
}

/** Builds a job with the sample of the family for this endpoint. */
function buildJob({ family, endpoint }: Service): JsonObject {
  const { gen: _, ...fields } = family.sample;
  const model = family.models[0] ?? family.prefixes?.map((prefix) => `${prefix}imagine`)[0];
  return { gen: { endpoint: endpoint.path }, ...(model === undefined ? {} : { model }), ...fields };
}

/** Identifiers of jobs have no slashes. */
const jobIdOf = ({ family, endpoint }: Service): string =>
  endpoint === family.endpoints[0] ? family.id : `${family.id}-legacy`;

const mediaTypes: Readonly<Record<Modality, RegExp>> = {
  image: /^image\//,
  music: /^audio\//,
  speech: /^audio\//,
  video: /^video\//,
  chat: /^text\//,
};

describe('Every family of the catalog', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await connectGateway('studio');
  });
  after(async () => {
    await writeProfileSettings(undefined, undefined);
    await gateway.close();
  });

  it('leads from its sample in a job file to an artifact of its kind', async () => {
    const services = listServices();
    const jobs = Object.fromEntries(services.map((service) => [jobIdOf(service), buildJob(service)]));
    const folder = await createJobFolder('families', stringify({ gen: { concurrency: 64 }, jobs }));

    const { tasks, problems } = await generate(folder.jobFile);

    const kinds = new Map<unknown, readonly string[]>();
    for (const { job, artifacts } of await folder.runs()) {
      kinds.set(
        job,
        (artifacts as readonly RunsArtifact[]).map(({ media_type }) => media_type),
      );
    }
    const outcomes = tasks.map(({ job, status, error }) => [job, status, error?.message ?? null]);
    assert.deepEqual(
      { problems, outcomes },
      { problems: 0, outcomes: services.map((service) => [jobIdOf(service), 'saved', null]) },
    );
    const wrong = services
      .map((service) => [jobIdOf(service), mediaTypes[service.family.modality]] as const)
      .filter(([job, wanted]) => !kinds.get(job)?.some((type) => wanted.test(type)));
    assert.deepEqual(wrong, []);
  });
});
