export const themes = {
  light: 'Light 2026',
  dark: 'Dark 2026',
  'high-contrast': 'Default High Contrast',
} as const;

export type Theme = keyof typeof themes;

/** Settings of a quiet workbench, with nothing on the screen but the subject of the test or the picture. */
export function quietSettings(theme: Theme): Readonly<Record<string, unknown>> {
  return {
    'workbench.colorTheme': themes[theme],
    'workbench.startupEditor': 'none',
    'workbench.tips.enabled': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.welcomePage.walkthroughs.openOnInstall': false,
    'breadcrumbs.enabled': false,
    'chat.disableAIFeatures': true,
    'editor.minimap.enabled': false,
    'editor.stickyScroll.enabled': false,
    // This is the default on the desktop. In a browser, VS Code saves files automatically, at an unknown moment.
    'files.autoSave': 'off',
    'extensions.ignoreRecommendations': true,
    'git.enabled': false,
    'remote.autoForwardPorts': false,
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'window.restoreWindows': 'none',
  };
}
