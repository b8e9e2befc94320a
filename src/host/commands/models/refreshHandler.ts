import * as vscode from 'vscode';
import type { RefreshOutcome } from '../../../engine/index.ts';
import { commands, views } from '../../ids.ts';
import { inputText } from '../../ui/inputText.ts';
import { l10n } from '../../ui/l10n.ts';
import { showBriefly, withViewProgress } from '../../ui/message.ts';
import type { Services } from '../services.ts';
import { UserError } from '../errors.ts';
import { parseDocsUrl } from '../profiles/connect.ts';

/** Queries the selected gateway for its models again. */
export function createRefreshHandler(services: Services) {
  return { [commands.refreshModels]: () => refreshModels(services) };
}

async function refreshModels(services: Services): Promise<void> {
  const profile = services.profiles.selectedName();
  const first = await refreshWithProgress(services);
  const outcome =
    first.kind === 'no-docs-url' && (await askDocsUrl(services, profile)) ? await refreshWithProgress(services) : first;
  if (outcome.kind === 'no-docs-url') return;
  if (outcome.kind === 'failed') throw buildError(profile, outcome);
  const { models } = outcome.copy.index;
  const text = l10n.t('{profile}: {count} models in its index', { profile, count: models.length });
  showBriefly(text);
}

function refreshWithProgress({ models }: Services): Promise<RefreshOutcome> {
  return withViewProgress(views.models, () => models.refresh({ maxAgeMs: 0 }));
}

/** The models that were known before are kept. */
function buildError(profile: string, { message, copy }: Extract<RefreshOutcome, { kind: 'failed' }>): UserError {
  const date = copy ? new Date(copy.fetchedAt).toLocaleDateString(vscode.env.language) : '';
  const text = copy
    ? l10n.t('The model index of {profile} could not be read ({message}). The copy of {date} stays in use.', {
        profile,
        message,
        date,
      })
    : l10n.t('The model index of {profile} could not be read ({message}). The built-in models stay in use.', {
        profile,
        message,
      });
  return new UserError(text, [{ title: l10n.t('Show Log'), command: commands.showLog }]);
}

/** Returns whether the profile has a docs URL now. */
async function askDocsUrl({ profiles }: Services, name: string): Promise<boolean> {
  const profile = profiles.find(name);
  if (profile?.kind !== 'gateway') return false;
  const typed = await inputText({
    title: l10n.t('Docs URL of {name}', { name }),
    prompt: l10n.t('Where the gateway publishes model-index.json. No key is sent there.'),
    placeHolder: 'https://docs.example.com',
    validate: (text) =>
      parseDocsUrl(text) === null ? l10n.t('This is not an https:// URL without a query.') : undefined,
  });
  const docsUrl = typed === undefined ? null : parseDocsUrl(typed);
  if (docsUrl === null) return false;
  await profiles.save({ ...profile, docsUrl });
  return true;
}
