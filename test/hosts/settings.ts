export const themes = {
  light: 'Light 2026',
  dark: 'Dark 2026',
  'high-contrast': 'Default High Contrast',
} as const;

export type Theme = keyof typeof themes;

/** A quiet workbench: nothing on screen but what the test or the picture is about. */
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
    // As on the desktop: in a browser VS Code saves by itself, at a moment that nobody knows.
    'files.autoSave': 'off',
    'extensions.ignoreRecommendations': true,
    'git.enabled': false,
    'remote.autoForwardPorts': false,
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'window.restoreWindows': 'none',
  };
}
