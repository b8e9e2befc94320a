import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { createTrust, type ReadCertificates } from '../../../../src/node/network/dispatchers.ts';

/** Arranges a runtime with these certificates, and notes the requests for certificates. */
function arrange(given: Partial<Record<Parameters<ReadCertificates>[0], readonly string[]>>) {
  const asked: string[] = [];
  const read: ReadCertificates = (from) => {
    asked.push(from);
    const certificates = given[from];
    if (!certificates) throw new Error(`This runtime does not tell: ${from}`);
    return certificates;
  };
  return { asked, read };
}

const settings = { strictSsl: true, systemCertificates: true };
const [certificate = ''] = rootCertificates;

test('certificates are read for the first connection, and once', () => {
  const { asked, read } = arrange({ default: [certificate], system: [certificate] });

  const readTrust = createTrust(settings, read);

  assert.deepEqual(asked, []);
  assert.equal(readTrust().secureContext, readTrust().secureContext);
  assert.deepEqual([asked, readTrust().rejectUnauthorized], [['default', 'system'], true]);
});

test('the certificates of the system are not used if a setting says so', () => {
  const { asked, read } = arrange({ default: [certificate] });

  createTrust({ strictSsl: false, systemCertificates: false }, read)();

  assert.deepEqual(asked, ['default']);
});

test('if a runtime does not report what it trusts, secure connections are possible anyway', () => {
  const { read } = arrange({});

  assert.doesNotThrow(createTrust(settings, read));
});
