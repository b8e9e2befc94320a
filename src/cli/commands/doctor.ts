import { existsSync } from 'node:fs';
import { parse } from 'node:path';
import { countOf } from '../../core/support/text/counts.ts';
import { formatAmount } from '../../core/support/text/formatAmount.ts';
import { readConfig } from '../config.ts';
import type { Context, Outcome } from '../context.ts';
import { CommandError, exitCodes, type ExitCode, worstOf } from '../exitCode.ts';
import { type GatewayOptions, openAccess } from '../gateway.ts';
import { type Session, withSession } from '../session.ts';
import { exitOf } from './tasks.ts';
import { askBalance } from './tools.ts';

/** Says what this machine has: versions, configuration, state folder, gateway, and tasks that need a decision. */
export async function doctor(_: readonly string[], options: GatewayOptions, context: Context): Promise<Outcome> {
  const { output, terminal, version } = context;
  const facts: { readonly name: string; readonly exitCode: ExitCode; readonly text: string }[] = [];
  const tell = (name: string, text: string, exitCode: ExitCode = exitCodes.done): void => {
    facts.push({ name, exitCode, text });
    const sign = exitCode === exitCodes.done ? output.paint('green', 'ok     ') : output.paint('red', 'problem');
    output.print(`${sign} ${name.padEnd(9)} ${text}`);
  };
  tell('Genwright', version);
  tell('Node', process.versions.node);
  const attempt = async (name: string, find: () => Promise<void>): Promise<void> => {
    try {
      await find();
    } catch (error) {
      const isExpected = error instanceof CommandError;
      tell(name, (error as Error).message, isExpected ? error.exitCode : exitCodes.internal);
    }
  };
  await attempt('config', async () => {
    const config = await readConfig(terminal);
    const wanted = { ...options, otherwise: 'sandbox' } as const;
    // Throws for a gateway that is not there.
    openAccess(wanted, config, context);
    tell('config', `${config.path}${existsSync(config.path) ? '' : ', which does not exist, and is not needed'}`);
    const look = async ({ engine, access, stateDir }: Session): Promise<void> => {
      tell('state', stateDir);
      await attempt('gateway', async () => {
        if (access.isSandbox) return tell('gateway', 'none is set, and --sandbox needs none');
        const { balanceUsd } = await askBalance(engine, access.selected);
        return tell('gateway', `${access.selected}, ${formatAmount(balanceUsd)} left`);
      });
      const tasks = await engine.readForeignTasks([parse(context.cwd).root]);
      const open = tasks.filter((task) => exitOf(task) === exitCodes.attention).length;
      if (open === 0) tell('tasks', 'none to decide about');
      else tell('tasks', `${countOf(open, 'task')} to decide about. Run "genwright status"`, exitCodes.attention);
    };
    await attempt('state', () => withSession(wanted, context, look));
  });
  return { exitCode: worstOf(facts.map(({ exitCode }) => exitCode)), document: { facts } };
}
