// What the pages of the documents do: search, and copying of code. Everything else works without scripts.
{
  const root = new URL('..', document.currentScript.src);
  const make = (tag, settings, ...children) => {
    const element = Object.assign(document.createElement(tag), settings);
    element.append(...children);
    return element;
  };

  const load = (name) =>
    new Promise((done, fail) => {
      document.head.append(make('script', { src: new URL(`site/${name}`, root).href, onload: done, onerror: fail }));
    });
  let loaded = null;
  const searchOf = () => {
    loaded ??= Promise.all([load('search.js'), load('sections.js')]).then(() =>
      globalThis.createSearch(globalThis.SECTIONS),
    );
    return loaded;
  };

  /** The text in pieces, with those in `mark` that begin like one of the words. */
  const marked = (text, words) => {
    const known = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    if (known.length === 0) return [text];
    return text
      .split(new RegExp(`(?<![\\p{L}\\p{N}])(${known.sort((a, b) => b.length - a.length).join('|')})`, 'giu'))
      .map((piece, at) => (at % 2 === 1 ? make('mark', { textContent: piece }) : piece));
  };

  const input = make('input', { type: 'search', placeholder: 'Search', autocomplete: 'off', spellcheck: false });
  const list = make('div', { id: 'hits', role: 'listbox', ariaLabel: 'Hits' });
  const words = make('p', { role: 'status' });
  const panel = make('div', { className: 'hits', hidden: true }, words, list);
  const attributes = { role: 'combobox', 'aria-label': 'Search the documentation', 'aria-controls': 'hits' };
  for (const [name, value] of Object.entries({ ...attributes, 'aria-keyshortcuts': '/' })) {
    input.setAttribute(name, value);
  }

  const select = (index) => {
    const options = [...list.children];
    const at = options.length === 0 ? -1 : (index + options.length) % options.length;
    for (const [own, option] of options.entries()) option.ariaSelected = String(own === at);
    if (at >= 0) input.setAttribute('aria-activedescendant', `hit-${at}`);
    else input.removeAttribute('aria-activedescendant');
    options[at]?.scrollIntoView({ block: 'nearest' });
  };
  const selected = () => [...list.children].findIndex(({ ariaSelected }) => ariaSelected === 'true');
  const open = (isOpen) => {
    panel.hidden = !isOpen;
    input.ariaExpanded = String(isOpen);
  };
  open(false);

  const show = async () => {
    const query = input.value.trim();
    if (query === '') return open(false);
    let hits = null;
    try {
      hits = (await searchOf())(query);
    } catch {
      loaded = null;
    }
    // Typed on meanwhile.
    if (query !== input.value.trim()) return;
    list.replaceChildren(
      ...(hits ?? []).map(({ href, page, heading, excerpt, words: found }, at) => {
        const title = make('strong', {}, ...marked(heading || page, found));
        const place = make('small', { textContent: heading === '' ? '' : page });
        const text = make('span', {}, ...marked(excerpt, found));
        const settings = { id: `hit-${at}`, role: 'option', href: new URL(href, root).href, tabIndex: -1 };
        return make('a', settings, title, place, text);
      }),
    );
    if (hits === null) words.textContent = 'The search could not be loaded.';
    else if (hits.length === 0) words.textContent = `No page has “${query}”. Try fewer or other words.`;
    else words.textContent = `${hits.length} ${hits.length === 1 ? 'hit' : 'hits'}`;
    open(true);
    select(0);
  };

  input.addEventListener('input', show);
  input.addEventListener('focus', () => {
    searchOf().catch(() => {});
    if (input.value !== '') void show();
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') select(selected() + 1);
    else if (event.key === 'ArrowUp') select(selected() - 1);
    else if (event.key === 'Enter') list.children[selected()]?.click();
    else if (event.key === 'Escape') open(false);
    else return;
    if (!event.isComposing) event.preventDefault();
  });
  list.addEventListener('click', () => open(false));
  addEventListener('pointerdown', ({ target }) => {
    if (!panel.parentElement?.contains(target)) open(false);
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, select, [contenteditable]') !== null;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });

  const copyButton = (block) => {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent);
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1_500);
    });
    return button;
  };

  addEventListener('DOMContentLoaded', () => {
    const place = document.querySelector('.bar .search');
    place.append(input, panel);
    place.hidden = false;
    const pages = document.querySelector('#pages');
    const current = pages?.querySelector('[aria-current]');
    if (current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
    // The clipboard is open only to pages on https, on this machine, or on a disk.
    if (navigator.clipboard === undefined) return;
    for (const block of document.querySelectorAll('article pre')) {
      const frame = make('div', { className: 'code' });
      block.replaceWith(frame);
      frame.append(block, copyButton(block));
    }
  });
}
