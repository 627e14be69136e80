import { defineConfig } from 'vite';

/// <reference types="vitest/config" />
// `npx vite` beside `catena serve --port 8173` reloads the page while it is edited.
export default defineConfig({
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ['src/**/*.test.ts'] },
  server: {
    proxy: {
      '/api': { target: 'http://127.0.0.1:8173', changeOrigin: true, headers: { origin: 'http://127.0.0.1:8173' } },
    },
  },
});
