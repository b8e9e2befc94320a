import * as vscode from 'vscode';
import { type Gateway, startGateway } from '../../support/gateway.ts';
import { loadSandbox } from './loadSandbox.ts';

/** Starts a gateway and connects to it as the profile of this name. Only one caller may write settings at a time. */
export async function connectGateway(name: string): Promise<Gateway> {
  const gateway = await startGateway(loadSandbox().startSandbox);
  const { url: baseUrl, key: apiKey } = gateway;
  await vscode.commands.executeCommand('genwright.connect', { baseUrl, apiKey, name });
  return gateway;
}
