import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** Writes the service worker, which keeps the files of the page for when the server is away. */
function serviceWorker() {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter(name => !name.endsWith('.html'));
      const files = [...built, ...readdirSync('public')].map(name => `/${name}`).sort();
      const page = Object.entries(bundle).map(([name, file]) => [name, file.source ?? file.code]);
      const still = readdirSync('public').map(name => [name, readFileSync(`public/${name}`, 'base64')]);
      const version = createHash('sha256')
        .update(JSON.stringify([page, still]))
        .digest('hex')
        .slice(0, 16);
      const source = readFileSync('service-worker.js', 'utf8')
        .replace("['/* files */']", JSON.stringify(files))
        .replace('/* version */', `catena-${version}`);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/// <reference types="vitest/config" />
// `npx vite` beside `catena serve --port 8173` reloads the page while it is edited.
export default defineConfig({
  plugins: [serviceWorker()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/messages/in-english.ts'],
    // For what never ends: the usual five seconds are too few on a machine that builds something else meanwhile.
    testTimeout: 120_000,
  },
  server: {
    proxy: {
      '/api': { target: 'http://127.0.0.1:8173', changeOrigin: true, headers: { origin: 'http://127.0.0.1:8173' } },
    },
  },
});
