/** How the page is built: into `dist`, served by the gateway below `/app/`, each large file with its packed forms. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { slimContract } from './build/slim-contract.ts';
import manifest from './package.json' with { type: 'json' };

const OUT = join(import.meta.dirname, 'dist');
/** Smaller files gain nothing. */
const PACKED_BYTES_MIN = 1_024;
const PACKABLE = /\.(js|css|svg|json)$/;
/** Files of an earlier build stay for pages that are open while there is a new one. */
const KEPT_MS = 3_600_000;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  define: { BELLWETHER_VERSION: JSON.stringify(manifest.version) },
  plugins: [slimContract(), react(), packedForms()],
  build: {
    outDir: OUT,
    emptyOutDir: false,
    // The gateway reads it, to have a browser fetch the parts of a page all at once.
    manifest: true,
    target: 'es2023',
    // Every file is a request of its own that the policy of the page can name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
});

/** Writes `.br` and `.gz` beside what is served, so that the gateway packs nothing, and takes old builds away. */
function packedForms(): Plugin {
  return {
    name: 'packed-forms',
    apply: 'build',
    writeBundle({ dir = OUT }, bundle) {
      const own = new Set<string>();
      for (const [name, file] of Object.entries(bundle)) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        own.add(name).add(`${name}.gz`).add(`${name}.br`);
        if (!PACKABLE.test(name) || bytes.byteLength < PACKED_BYTES_MIN) continue;
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, BROTLI));
      }
      for (const name of readdirSync(join(dir, 'assets')).map((file) => `assets/${file}`)) {
        const path = join(dir, name);
        if (!own.has(name) && Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path);
      }
    },
  };
}
