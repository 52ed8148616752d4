// Before the first paint, so that the page never flashes in the wrong colours.
const { dataset, style } = document.documentElement;
if (dataset.tints && CSS.supports('color', 'light-dark(#000, #fff)')) style.cssText = dataset.tints;
try {
  const theme = localStorage.getItem('bellwether.theme');
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
} catch {
  // Storage is forbidden: the system's colours then.
}
