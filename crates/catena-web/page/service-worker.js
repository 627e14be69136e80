// Lets the page open while the server is away: then it says so, and goes on when the server is back. The build fills in
// the files of the page (vite.config.js); their names change with their content, and so does the name of the cache.

const FILES = ['/* files */'];
const CACHE = '/* version */';

/** The page itself, which all views share. */
const SHELL = '/';

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll([SHELL, ...FILES])));
});

self.addEventListener('activate', event => {
  const forgetOld = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  };
  event.waitUntil(forgetOld());
});

/** The page as the server has it; if that does not answer, as it was. */
async function openPage(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  }
}

async function openFile(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', event => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') event.respondWith(openPage(request));
  else if (FILES.includes(pathname)) event.respondWith(openFile(request));
});
