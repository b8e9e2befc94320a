import type { CommandId } from '../ids.ts';

/** What a command does with the arguments of its caller, which may be anything. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

/** One for each command: the type makes sure that none is forgotten. */
export type CommandHandlers = Readonly<Record<CommandId, CommandHandler>>;
