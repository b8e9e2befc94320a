/**
 * The class by itself. The package's main file would register a global dispatcher for every extension of the host that
 * has not got one, and load twice the code.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent as AgentClass } from 'undici';
  const Agent: typeof AgentClass;
  export = Agent;
}
