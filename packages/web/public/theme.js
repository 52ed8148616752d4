// Before the first paint, so that the page never flashes in the wrong colours.
try {
  const theme = localStorage.getItem('bellwether.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden: the system's colours then.
}
