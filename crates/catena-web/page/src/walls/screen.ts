// The canvas of the page, in the worker.
import type { Theme } from './paint';
import type { Viewport } from './viewport';

/** The canvas of the page. It is drawn once for many changes. */
export class Screen {
  theme: Theme = 'light';
  private view: Viewport | null = null;
  private pixelRatio = 1;
  private context: OffscreenCanvasRenderingContext2D | null = null;
  private isDue = false;

  attach(canvas: OffscreenCanvas): void {
    this.context = canvas.getContext('2d', { alpha: false });
  }

  setView(view: Viewport, theme: Theme, pixelRatio: number): void {
    [this.view, this.theme, this.pixelRatio] = [view, theme, pixelRatio];
  }

  draw(
    picture: (image: ImageData, view: Viewport) => void,
    marks: (context: OffscreenCanvasRenderingContext2D, view: Viewport, theme: Theme, pixelRatio: number) => void,
  ): void {
    if (this.isDue) return;
    this.isDue = true;
    // What else has arrived is handled first.
    setTimeout(() => {
      this.isDue = false;
      const { context, view } = this;
      if (!context || !view || view.width < 1 || view.height < 1) return;
      const { canvas } = context;
      if (canvas.width !== view.width || canvas.height !== view.height)
        [canvas.width, canvas.height] = [view.width, view.height];
      const image = new ImageData(view.width, view.height);
      picture(image, view);
      context.putImageData(image, 0, 0);
      marks(context, view, this.theme, this.pixelRatio);
    });
  }
}
