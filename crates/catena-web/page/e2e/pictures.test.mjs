// Pictures of every view at four sizes, light and dark, on one sheet: target/e2e/sheet.png.
import { test } from 'node:test';
import { open, shots, stage } from './support.mjs';
import { VIEWS } from './views.mjs';

const here = stage();

const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [844, 390],
];
/** The height of a picture on the sheet, in pixels. */
const HEIGHT = 300;

test('the sheet of pictures', async () => {
  const rows = [];
  for (const [name, address, whole] of VIEWS) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(here, address, { colorScheme, reducedMotion: 'reduce', ready: whole });
      const pictures = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        pictures.push((await page.screenshot({ type: 'jpeg', quality: 80 })).toString('base64'));
      }
      await page.context().close();
      rows.push([`${name}, ${colorScheme}`, pictures]);
    }
  }
  const sheet = await here.browser.newPage({ viewport: { width: 3120, height: 800 } });
  const row = ([title, pictures]) =>
    `<section><h2 style="font-size: 14px; margin: 8px 0 4px">${title}</h2>${pictures
      .map(data => `<img height="${HEIGHT}" style="margin-right: 8px" src="data:image/jpeg;base64,${data}">`)
      .join('')}</section>`;
  const style = 'margin: 8px; font: 14px sans-serif; background: #888; display: grid; grid-template-columns: 1fr 1fr';
  await sheet.setContent(`<body style="${style}">${rows.map(row).join('')}</body>`);
  await sheet.waitForFunction(() => [...document.images].every(image => image.complete && image.naturalWidth > 0));
  await sheet.screenshot({ path: `${shots}/sheet.png`, fullPage: true });
});
