import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledCatalog } from '../../../../../src/core/catalog/bundledCatalog.ts';
import { createLanguageService } from '../../../../../src/core/language/index.ts';
import { ruleTexts } from '../../../../../src/core/language/problems/ruleTexts.ts';
import { stringifyJson } from '../../../../../src/core/support/json/json.ts';
import { fillTemplate } from '../../../../../src/core/support/text/fillTemplate.ts';
import { breaches, breakBody } from '../../../conformance/breaches.ts';

const named = bundledCatalog.families.flatMap(({ rules }) => rules.filter((rule) => rule.kind === 'named'));

test('every rule with a name has a message, and every message a rule', () => {
  const names = new Set(named.map(({ name }) => name));
  assert.deepEqual(Object.keys(ruleTexts).sort(), [...names].sort());
});

test('every rule with a name has a hint, which its figures fill', () => {
  const hints = named.map(({ name, figures = {} }) => fillTemplate(ruleTexts[name]?.hint ?? '{}', figures));
  assert.deepEqual(
    hints.filter((hint) => hint.includes('{')),
    [],
  );
});

test('no placeholder is left in the message of a broken rule', () => {
  const messages = breaches
    .filter(({ code }) => code === 'rule-broken')
    .flatMap((breach) => {
      const text = stringifyJson({ model: breach.model, ...breakBody(breach) });
      const problems = createLanguageService().open('hero.gen.yaml', text).problems();
      return problems.filter(({ code }) => code === 'rule-broken').map(({ message }) => message);
    });
  assert.ok(messages.length > 10);
  assert.deepEqual(
    messages.filter((message) => /\{\w+\}|undefined/.test(message)),
    [],
  );
});
