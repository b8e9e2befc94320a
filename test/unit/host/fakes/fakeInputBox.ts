import { Emitter } from '../../../../src/core/support/emitter.ts';

/** A box that gets the next answer when it is shown. The answer `<-` selects the button to go back. */
export function createInputBox(answer: () => string | undefined, shown: unknown[]) {
  const [accepted, triggered, hidden] = [new Emitter<void>(), new Emitter<void>(), new Emitter<void>()];
  const changed = new Emitter<string>();
  const box = {
    title: '',
    prompt: '',
    value: '',
    validationMessage: undefined as unknown,
    onDidChangeValue: changed.event,
    onDidAccept: accepted.event,
    onDidTriggerButton: triggered.event,
    onDidHide: hidden.event,
    show: () => void setImmediate(respond),
    dispose: () => undefined,
  };
  const respond = (): void => {
    const { title, prompt, value } = box;
    const typed = answer();
    if (typed !== undefined && typed !== '<-') {
      box.value = typed;
      changed.fire(typed);
    }
    shown.push({ title, prompt, value }, box.validationMessage);
    if (typed === '<-') triggered.fire();
    else if (typed !== undefined) accepted.fire();
    hidden.fire();
  };
  return box;
}
