import type { CommandId } from '../ids.ts';

/** Runs a command. The arguments come from its caller and may be anything. */
export type CommandHandler = (...args: readonly unknown[]) => unknown;

/** One handler for each command. The type ensures that none is forgotten. */
export type CommandHandlers = Readonly<Record<CommandId, CommandHandler>>;
