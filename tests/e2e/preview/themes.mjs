// The colours that the editor's own themes give a webview, as far as the preview uses them.
const DARK = {
  'editor-background': '#1f1f1f', 'editor-foreground': '#cccccc', foreground: '#cccccc', descriptionForeground: '#9d9d9d',
  'icon-foreground': '#cccccc', focusBorder: '#0078d4', 'panel-border': '#2b2b2b', 'list-hoverBackground': '#2a2d2e',
  'list-inactiveSelectionBackground': '#37373d', 'button-background': '#0078d4', 'button-foreground': '#ffffff',
  'button-hoverBackground': '#026ec1', 'button-border': '#ffffff12', 'toolbar-hoverBackground': '#5a5d5e50',
  'inputOption-activeBackground': '#2489db82', 'inputOption-activeBorder': '#2488db', 'inputOption-activeForeground': '#ffffff',
  'dropdown-background': '#313131', 'dropdown-border': '#3c3c3c', 'dropdown-foreground': '#cccccc', 'input-background': '#313131',
  'input-border': '#3c3c3c', 'input-foreground': '#cccccc', 'progressBar-background': '#0078d4', 'editorWidget-background': '#202020',
  errorForeground: '#f85149', 'notificationsErrorIcon-foreground': '#f14c4c', 'notificationsWarningIcon-foreground': '#cca700',
  'notificationsInfoIcon-foreground': '#3794ff', 'menu-background': '#1f1f1f', 'menu-border': '#454545', 'menu-foreground': '#cccccc',
  'menu-selectionBackground': '#0078d4', 'menu-selectionForeground': '#ffffff', 'widget-shadow': '#0000005c',
  'charts-blue': '#3794ff', 'charts-purple': '#b180d7', 'charts-green': '#89d185', 'charts-yellow': '#cca700', 'charts-orange': '#d18616',
  'symbolIcon-functionForeground': '#b180d7', 'symbolIcon-classForeground': '#ee9d28', 'symbolIcon-variableForeground': '#75beff',
  'debugTokenExpression-name': '#c586c0', 'debugTokenExpression-string': '#ce9178', 'debugTokenExpression-number': '#b5cea8',
  'editor-hoverHighlightBackground': '#264f7840', 'diffEditor-insertedLineBackground': '#9bb95533',
};
const LIGHT = {
  'editor-background': '#ffffff', 'editor-foreground': '#3b3b3b', foreground: '#3b3b3b', descriptionForeground: '#3b3b3b',
  'icon-foreground': '#3b3b3b', focusBorder: '#005fb8', 'panel-border': '#e5e5e5', 'list-hoverBackground': '#f2f2f2',
  'list-inactiveSelectionBackground': '#e4e6f1', 'button-background': '#005fb8', 'button-foreground': '#ffffff',
  'button-hoverBackground': '#0258a8', 'button-border': '#0000001a', 'toolbar-hoverBackground': '#b8b8b850',
  'inputOption-activeBackground': '#bed6ed', 'inputOption-activeBorder': '#005fb8', 'inputOption-activeForeground': '#000000',
  'dropdown-background': '#ffffff', 'dropdown-border': '#cecece', 'dropdown-foreground': '#3b3b3b', 'input-background': '#ffffff',
  'input-border': '#cecece', 'input-foreground': '#3b3b3b', 'progressBar-background': '#005fb8', 'editorWidget-background': '#f8f8f8',
  errorForeground: '#f85149', 'notificationsErrorIcon-foreground': '#e51400', 'notificationsWarningIcon-foreground': '#bf8803',
  'notificationsInfoIcon-foreground': '#1a85ff', 'menu-background': '#ffffff', 'menu-border': '#cecece', 'menu-foreground': '#3b3b3b',
  'menu-selectionBackground': '#005fb8', 'menu-selectionForeground': '#ffffff', 'widget-shadow': '#00000029',
  'charts-blue': '#1a85ff', 'charts-purple': '#652d90', 'charts-green': '#388a34', 'charts-yellow': '#bf8803', 'charts-orange': '#d18616',
  'symbolIcon-functionForeground': '#652d90', 'symbolIcon-classForeground': '#d67e00', 'symbolIcon-variableForeground': '#007acc',
  'debugTokenExpression-name': '#9b46b0', 'debugTokenExpression-string': '#a31515', 'debugTokenExpression-number': '#098658',
  'editor-hoverHighlightBackground': '#add6ff26', 'diffEditor-insertedLineBackground': '#9bb95533',
};
const CONTRAST = {
  'editor-background': '#000000', 'editor-foreground': '#ffffff', foreground: '#ffffff', descriptionForeground: '#ffffffb3',
  'icon-foreground': '#ffffff', focusBorder: '#f38518', contrastBorder: '#6fc3df', contrastActiveBorder: '#f38518',
  'panel-border': '#6fc3df', 'button-background': '#000000', 'button-foreground': '#ffffff', 'button-border': '#6fc3df',
  'inputOption-activeBorder': '#6fc3df', 'inputOption-activeForeground': '#ffffff', 'dropdown-background': '#000000',
  'dropdown-border': '#6fc3df', 'dropdown-foreground': '#ffffff', 'input-background': '#000000', 'input-border': '#6fc3df',
  'input-foreground': '#ffffff', 'progressBar-background': '#6fc3df', 'editorWidget-background': '#0c141f', errorForeground: '#f48771',
  'notificationsErrorIcon-foreground': '#f48771', 'notificationsWarningIcon-foreground': '#ffd370', 'notificationsInfoIcon-foreground': '#3794ff',
  'menu-background': '#000000', 'menu-border': '#6fc3df', 'menu-foreground': '#ffffff', 'menu-selectionBorder': '#f38518',
  'charts-blue': '#3794ff', 'charts-purple': '#b180d7', 'charts-green': '#89d185', 'charts-yellow': '#ffd370', 'charts-orange': '#d18616',
  'symbolIcon-functionForeground': '#b180d7', 'symbolIcon-classForeground': '#ee9d28', 'symbolIcon-variableForeground': '#75beff',
  'debugTokenExpression-name': '#ffffff', 'debugTokenExpression-string': '#f48771', 'debugTokenExpression-number': '#89d185',
  'editor-hoverHighlightBackground': '#add6ff26', 'diffEditor-insertedLineBackground': '#ffffff00',
};

const FONTS = {
  'font-family': 'system-ui, "DejaVu Sans", sans-serif', 'font-size': '13px',
  'editor-font-family': '"DejaVu Sans Mono", monospace', 'editor-font-size': '13px',
};

export function themeCss(theme) {
  const colours = { dark: DARK, light: LIGHT, contrast: CONTRAST }[theme] ?? DARK;
  const lines = Object.entries({ ...FONTS, ...colours }).map(([name, value]) => `  --vscode-${name}: ${value};`);
  return `:root {\n${lines.join('\n')}\n}\n`;
}
